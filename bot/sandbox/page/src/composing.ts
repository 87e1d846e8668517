// What stands in the composer: a text, or a command that is being filled in.

import { batch, computed, effect, type ReadonlySignal, signal, untracked } from "@preact/signals";
import { createContext } from "preact";
import { useContext } from "preact/hooks";
import { type Around, calledOf, check, choicesOf, fitting, listed, matching, type Offer, optionCalled, parseLine, type Value, valueOf, withMentions } from "./line";
import type { Ended } from "./session";
import type { Command, Option, Person } from "./wire";

/** A text as it is typed, or a command with its options. */
type Draft =
  | { kind: "text"; text: string }
  | { kind: "command"; command: Command; shown: readonly string[]; given: Readonly<Record<string, string>>; errors: Readonly<Record<string, string>> };

/** What composing needs of the session. */
export type Sends = {
  /** Who is where. Each place has a draft of its own. */
  readonly place: ReadonlySignal<string>;
  readonly commands: ReadonlySignal<readonly Command[]>;
  readonly people: ReadonlySignal<readonly Person[]>;
  readonly channels: ReadonlySignal<Around["channels"]>;
  run(command: Command, options: Record<string, Value>, ended: (how: Ended) => void): boolean;
  say(text: string, ended: (how: Ended) => void): boolean;
};

/** Where the cursor is to go: an option's name, "text", "tail" for behind the options. */
type Spot = { at: string; turn: number };

/** A draft that waits while one is elsewhere. */
type Kept = { draft: Draft; picked: Record<string, Offer>; error: string };

export const longestText = 2000;
const historyLength = 20;

/** Composing is the state of the composer. */
export class Composing {
  readonly draft = signal<Draft>({ kind: "text", text: "" });
  readonly error = signal("");
  readonly spot = signal<Spot>({ at: "", turn: 0 });
  /** What was sent, the newest last. */
  readonly sent: string[] = [];
  #picked: Record<string, Offer> = {};
  #turn = 0;
  #place: string;
  readonly #elsewhere = new Map<string, Kept>();

  constructor(private readonly session: Sends) {
    this.#place = session.place.peek();
    effect(() => {
      const place = session.place.value;
      untracked(() => this.#move(place));
    });
  }

  /** Leaves what is begun where it was begun, and takes up what was begun at another place. */
  #move(place: string): void {
    if (place === this.#place) return;
    const draft = this.draft.value;
    if (isEmpty(draft)) this.#elsewhere.delete(this.#place);
    else this.#elsewhere.set(this.#place, { draft, picked: this.#picked, error: this.error.value });
    const kept = this.#elsewhere.get(place);
    this.#place = place;
    this.#picked = kept?.picked ?? {};
    batch(() => {
      this.draft.value = kept?.draft ?? { kind: "text", text: "" };
      this.error.value = kept?.error ?? "";
      this.focus(""); // whatever has the focus keeps it
    });
  }

  /** Gives back what was sent from a place and refused, unless something else stands there by now. */
  #giveBack(place: string, sent: Kept): void {
    if (place !== this.#place) {
      const kept = this.#elsewhere.get(place);
      this.#elsewhere.set(place, kept && !isEmpty(kept.draft) ? { ...kept, error: sent.error } : sent);
      return;
    }
    if (isEmpty(this.draft.value)) {
      this.#picked = sent.picked;
      this.draft.value = sent.draft;
      if (sent.draft.kind === "command") this.focus(sent.draft.shown[0] ?? "tail");
    }
    this.error.value = sent.error;
  }

  readonly around: ReadonlySignal<Around> = computed(() => ({
    people: this.session.people.value,
    channels: this.session.channels.value,
  }));

  /** Puts the cursor somewhere. */
  focus(at: string): void {
    this.spot.value = { at, turn: ++this.#turn };
  }

  /** Puts a line into the composer, as if it had been typed. */
  fill(line: string): void {
    this.error.value = "";
    this.#picked = {};
    this.type(line);
    const { value } = this.draft;
    const open = value.kind === "command" && value.shown.find((name) => !value.given[name]?.trim());
    this.focus(value.kind === "text" ? "text" : open || "tail");
  }

  /** Takes what is typed into the text field. A command spelt out becomes one. */
  type(text: string): void {
    this.error.value = "";
    const parsed = /^\/\S/.test(text) ? parseLine(text, this.session.commands.value) : null;
    // With the space behind it a command is spelt out.
    if (parsed && /^\s/.test(text.slice(1).replace(/\s+/g, " ").slice(parsed.by.length))) this.begin(parsed.command, parsed.given);
    else this.draft.value = { kind: "text", text };
  }

  /** The commands that fit what stands in the text field. */
  offered(text: string): readonly Command[] {
    if (!text.startsWith("/") || text.includes("\n")) return [];
    return matching(text.slice(1), this.session.commands.value);
  }

  /** Begins to fill a command in. */
  begin(command: Command, given: Record<string, string> = {}): void {
    const options = command.options ?? [];
    const shown = options.filter(({ name, required }) => required || given[name] !== undefined).map(({ name }) => name);
    this.#picked = {};
    this.error.value = "";
    this.draft.value = { kind: "command", command, shown, given, errors: {} };
    this.focus(shown.find((name) => !given[name]) ?? "tail");
  }

  /** The option of the command in hand with this name. */
  option(name: string): Option | undefined {
    const draft = this.draft.value;
    return draft.kind === "command" ? draft.command.options?.find((option) => option.name === name) : undefined;
  }

  /** The options that are not shown yet. */
  more(): readonly Option[] {
    const draft = this.draft.value;
    return draft.kind === "command" ? (draft.command.options ?? []).filter(({ name }) => !draft.shown.includes(name)) : [];
  }

  /** Shows one more option. */
  show(name: string): void {
    const draft = this.draft.value;
    if (draft.kind !== "command") return;
    if (!draft.shown.includes(name)) this.draft.value = { ...draft, shown: [...draft.shown, name] };
    this.focus(name);
  }

  /** Takes what is typed for an option. A name with a colon leads to its option. */
  give(name: string, typed: string): void {
    const draft = this.draft.value;
    if (draft.kind !== "command") return;
    const other = /^(.*?)(?:^|\s)([^\s:]+):$/s.exec(typed);
    const to = other && optionCalled(other[2]!, draft.command.options ?? []);
    if (to) {
      this.draft.value = { ...draft, given: { ...draft.given, ...(name ? { [name]: other[1]!.trim() } : {}) } };
      this.show(to.name);
      return;
    }
    if (!name) return;
    const { [name]: _, ...errors } = draft.errors;
    this.error.value = "";
    this.draft.value = { ...draft, given: { ...draft.given, [name]: typed }, errors };
  }

  /** Takes a choice for an option. */
  pick(name: string, choice: Offer): void {
    this.#picked[name] = choice;
    this.give(name, choice.name);
  }

  /** Goes to the next required option that is empty, or behind the options. */
  next(): void {
    const draft = this.draft.value;
    if (draft.kind !== "command") return;
    this.focus(draft.shown.find((name) => this.option(name)?.required && !draft.given[name]?.trim()) ?? "tail");
  }

  /** The choices for an option as it is filled in. */
  choices(option: Option): Offer[] {
    const draft = this.draft.value;
    const typed = draft.kind === "command" ? (draft.given[option.name] ?? "") : "";
    const all = choicesOf(option, this.around.value);
    const done = all.some(({ name }) => name === typed);
    return done ? all : fitting(typed, all);
  }

  /** Whether an option's text already is one of its choices. */
  settled(option: Option): boolean {
    const draft = this.draft.value;
    const typed = draft.kind === "command" ? (draft.given[option.name] ?? "").trim() : "";
    return typed !== "" && listed(option) && "value" in valueOf(option, typed, this.around.value);
  }

  /** Values of the options that are in order, for asking what another may be. */
  options(): Record<string, Value> {
    const draft = this.draft.value;
    return draft.kind === "command" ? check(draft.command, draft.given, this.#picked, this.around.value).options : {};
  }

  /** Whether something has been picked for an option and still stands there. */
  picked(name: string): boolean {
    const draft = this.draft.value;
    const choice = this.#picked[name];
    return draft.kind === "command" && choice !== undefined && choice.name === draft.given[name];
  }

  /** Takes an option away, or leaves the command if it has to be there. */
  back(name: string): void {
    const draft = this.draft.value;
    if (draft.kind !== "command") return;
    const at = name ? draft.shown.indexOf(name) : draft.shown.length;
    if (name && !this.option(name)?.required) {
      const { [name]: _, ...given } = draft.given;
      this.draft.value = { ...draft, shown: draft.shown.filter((one) => one !== name), given };
      this.focus(draft.shown[at - 1] ?? "tail");
      return;
    }
    if (at > 0) {
      this.focus(draft.shown[at - 1]!);
      return;
    }
    this.draft.value = { kind: "text", text: `/${calledOf(draft.command)}` };
    this.error.value = "";
    this.focus("text");
  }

  /** Throws everything away. */
  clear(): void {
    this.draft.value = { kind: "text", text: "" };
    this.error.value = "";
    this.#picked = {};
    this.focus("text");
  }

  /** Sends what stands here, or says why it cannot be sent. */
  send(): void {
    const draft = this.draft.value;
    if (draft.kind === "text") {
      this.#sendText(draft.text.trim());
      return;
    }
    const { options, errors } = check(draft.command, draft.given, this.#picked, this.around.value);
    const wrong = Object.keys(errors);
    if (wrong.length) {
      const shown = [...draft.shown, ...wrong.filter((name) => !draft.shown.includes(name))];
      this.draft.value = { ...draft, shown, errors };
      this.focus(shown.find((name) => errors[name])!);
      return;
    }
    const place = this.#place;
    const picked = this.#picked;
    const sent = this.session.run(draft.command, options, ({ refused }) => {
      if (refused) this.#giveBack(place, { draft, picked, error: refused });
    });
    if (sent) this.#done(lineOf(draft.command, draft.given));
  }

  #sendText(text: string): void {
    if (!text) return;
    if (text.startsWith("/")) {
      const parsed = parseLine(text, this.session.commands.value);
      if (parsed) {
        this.begin(parsed.command, parsed.given);
        this.send();
      } else this.error.value = `There is no command ${text.split(/\s/)[0]} here. Type / to see those that there are.`;
      return;
    }
    const said = withMentions(text, this.session.people.value);
    if (said.length > longestText) {
      this.error.value = `A message has at most ${longestText} characters; this one has ${said.length}.`;
      return;
    }
    const place = this.#place;
    const sent = this.session.say(said, ({ refused }) => {
      if (refused) this.#giveBack(place, { draft: { kind: "text", text }, picked: {}, error: refused });
    });
    if (sent) this.#done(text);
  }

  #done(line: string): void {
    this.sent.push(line);
    if (this.sent.length > historyLength) this.sent.shift();
    this.clear();
  }
}

const isEmpty = (draft: Draft) => draft.kind === "text" && draft.text === "";

/** A command as one line of text. */
export function lineOf(command: Command, given: Readonly<Record<string, string>>): string {
  const options = Object.entries(given).filter(([, typed]) => typed.trim()).map(([name, typed]) => ` ${name}:${typed.trim()}`);
  return `/${command.path}${options.join("")}`;
}

export const InHand = createContext<Composing | null>(null);

/** The composer's state. */
export function useComposing(): Composing {
  const composing = useContext(InHand);
  if (!composing) throw new Error("there is no composer around this component");
  return composing;
}
