// The composer: a text, or a command with its options.

import type { ComponentChildren } from "preact";
import { useEffect, useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import { channelName } from "./channels";
import { longestText, useComposing } from "./composing";
import { useSession } from "./here";
import { Icon } from "./icon";
import { calledOf, fitting, listed, type Offer, optionCalled } from "./line";
import { ChannelKind, type Command, type Option, OptionType } from "./wire";

const completeAfter = 250;

export function Composer() {
  const session = useSession();
  const composing = useComposing();
  const channel = session.channel.value;
  const draft = composing.draft.value;
  const error = composing.error.value;
  const place = session.place.value;
  const box = useRef<HTMLDivElement>(null);
  // Whoever writes and goes elsewhere can write there, whatever stands in the composer there.
  const had = box.current?.contains(document.activeElement) ?? false;
  useLayoutEffect(() => {
    if (!had || box.current?.contains(document.activeElement)) return;
    (box.current?.querySelector<HTMLElement>("textarea, input") ?? document.getElementById("write"))?.focus();
  }, [place]);
  if (channel?.locked) {
    return <div class="composer"><p class="closed"><Icon name="lock" />This thread is locked. Nobody can write in it any more.</p></div>;
  }
  const name = channel ? (channel.kind === ChannelKind.dm ? `@${session.botName.value}` : channel.parent ? channel.name : `#${channel.name}`) : "";
  return (
    <div class="composer" data-composer={draft.kind} ref={box}>
      {draft.kind === "text" ? <TextField text={draft.text} name={name} /> : <CommandFields command={draft.command} key={`${place} ${draft.command.path}`} />}
      {error && <p class="complaint" role="alert" data-state="refused"><Icon name="warn" />{error}</p>}
      {channel?.archived && !error && <p class="soft hint">This thread of {channelName(channel, session.botName.value)} is archived. A message wakes it.</p>}
    </div>
  );
}

type Line = { key: string; label: string; note?: string; mark?: string; app?: boolean };

/** The list that opens over the composer. With onKey it can have the focus too, which one that belongs to no combobox must. */
function Popup({ id, title, about, lines, active, onHover, onPick, onKey }: {
  id: string; title: string; about?: string; lines: readonly Line[]; active: number; onHover(at: number): void; onPick(at: number): void;
  onKey?(event: KeyboardEvent): void;
}) {
  const box = useRef<HTMLUListElement>(null);
  useLayoutEffect(() => {
    box.current?.children[active]?.scrollIntoView({ block: "nearest" });
  }, [active, lines.length]);
  return (
    <div class="popup">
      <p class="popup-head"><strong>{title}</strong>{about && <span>{about}</span>}</p>
      {lines.length > 0 && (
        <ul
          ref={box} role="listbox" id={id} aria-label={title} tabIndex={onKey ? 0 : -1}
          {...(onKey ? { onKeyDown: onKey, "aria-activedescendant": active >= 0 ? `${id}-${active}` : undefined } : {})}
        >
          {lines.map((line, i) => (
            <li
              key={line.key} id={`${id}-${i}`} role="option" aria-selected={i === active} class={i === active ? "active" : ""}
              onPointerMove={() => i !== active && onHover(i)} onPointerDown={(event) => event.preventDefault()} onClick={() => onPick(i)}
            >
              {line.mark && <span class="mark" aria-hidden="true">{line.mark}</span>}
              <span class="words"><span class="label">{line.label}</span>{line.app && <> <span class="app-tag">APP</span></>}{line.note && <small>{line.note}</small>}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** What a list's field tells a screen reader. */
function listing(id: string, open: boolean, active: number) {
  return {
    "aria-autocomplete": "list" as const,
    "aria-controls": open ? id : undefined,
    "aria-activedescendant": open && active >= 0 ? `${id}-${active}` : undefined,
  };
}

/** Moves through a list: the key's new place, or null if the key does not move. */
function moved(key: string, active: number, length: number): number | null {
  if (key === "ArrowDown") return active + 1 >= length ? 0 : active + 1;
  if (key === "ArrowUp") return active <= 0 ? length - 1 : active - 1;
  return null;
}

function useSpot(at: string, field: { current: HTMLElement | null }): void {
  const spot = useComposing().spot.value;
  useLayoutEffect(() => {
    const input = field.current;
    if (spot.at !== at || !input) return;
    input.focus();
    if (input instanceof HTMLInputElement || input instanceof HTMLTextAreaElement) input.setSelectionRange(input.value.length, input.value.length);
  }, [spot]);
}

/** The last word of a text, if it begins to name a member. */
const naming = /(^|\s)@((?:[^\s@][^\n@]{0,31})?)$/u;

function TextField({ text, name }: { text: string; name: string }) {
  const session = useSession();
  const composing = useComposing();
  const field = useRef<HTMLTextAreaElement>(null);
  const list = useId();
  const [active, setActive] = useState(0);
  const [shut, setShut] = useState("");
  const [back, setBack] = useState(0);
  useSpot("text", field);
  // The field grows with what stands in it.
  useLayoutEffect(() => {
    const box = field.current!;
    box.style.height = "auto";
    box.style.height = `${box.scrollHeight}px`;
  }, [text]);

  const commands = composing.offered(text);
  const slash = text.startsWith("/") && !text.includes("\n") && shut !== text;
  const named = slash ? null : naming.exec(text);
  const all = session.people.value;
  // A name that is spelt out needs no list.
  const spelt = named && all.some(({ name }) => name.toLowerCase() === named[2]!.trim().toLowerCase());
  const people: Offer[] = named && !spelt && shut !== text ? fitting(named[2]!, all.map(({ id, name }) => ({ name, value: id }))) : [];
  const lines: Line[] = slash
    ? commands.map((command) => ({ key: command.path, label: `/${calledOf(command)}`, note: `${command.description}${optionsOf(command.options)}` }))
    : people.map((person) => ({ key: String(person.value), label: person.name, mark: "@", app: session.isBot(person.value) }));
  const open = slash || people.length > 0;
  const at = Math.min(active, lines.length - 1);

  const pick = (i: number) => {
    setActive(0);
    if (slash) {
      const command = commands[i];
      if (command) composing.begin(command);
      return;
    }
    const person = people[i];
    if (!person || !named) return;
    composing.type(`${text.slice(0, named.index)}${named[1]}@${person.name} `);
    composing.focus("text");
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.isComposing) return;
    const to = open && lines.length ? moved(event.key, at, lines.length) : null;
    if (to !== null) setActive(to);
    else if (event.key === "Enter" && !event.shiftKey) {
      const typed = text.slice(1).trim().toLowerCase();
      const whole = commands.find((command) => command.path === typed || calledOf(command) === typed);
      if (slash && whole && !whole.options?.some(({ required }) => required)) composing.send();
      else if (open && lines.length && at >= 0 && !(slash && /\S\s+\S+:/.test(text))) pick(at);
      else composing.send();
    } else if (event.key === "Tab" && !event.shiftKey && open && lines.length) pick(at);
    else if (event.key === "Escape" && open) {
      setShut(text);
      composing.focus("text");
    }
    else if (event.key === "Escape" && text) composing.clear();
    else if (event.key === "ArrowUp" && (text === "" || back > 0) && !event.shiftKey) {
      const line = composing.sent.at(-1 - back);
      if (line === undefined) return;
      setBack(back + 1);
      composing.fill(line);
    } else return;
    event.preventDefault();
  };

  const left = longestText - text.length;
  return (
    <>
      {open && (
        <Popup
          id={list} title={slash ? "Commands" : "Members"} lines={lines} active={at} onHover={setActive} onPick={pick} onKey={onKey}
          {...(slash && !lines.length ? { about: "There is no such command here." } : {})}
        />
      )}
      <div class="line">
        <textarea
          ref={field} rows={1} value={text} placeholder={`Message ${name}, or type /`} data-composer-input
          aria-label={`Message ${name}`} aria-describedby={`${list}-about`} aria-haspopup="listbox" {...listing(list, open && lines.length > 0, at)}
          autocomplete="off" spellcheck
          onKeyDown={onKey}
          onInput={(event) => {
            setActive(0);
            setBack(0);
            composing.type(event.currentTarget.value);
          }}
        />
        <span class="away" id={`${list}-about`}>Enter sends, Shift and Enter begins a new line, a slash lists commands.</span>
        <span class="away" role="status">{open && lines.length > 0 ? `${lines.length} ${slash ? "commands" : "members"}, arrows choose` : ""}</span>
        {left < 200 && <span class={`left${left < 0 ? " over" : ""}`}>{left}</span>}
        <button type="button" class="send" disabled={!text.trim()} aria-label="Send" data-control="send" onClick={() => composing.send()}><Icon name="send" /></button>
      </div>
    </>
  );
}

function optionsOf(options: readonly Option[] | null): string {
  if (!options?.length) return "";
  return ` · ${options.map((option) => (option.required ? calledOf(option) : `${calledOf(option)}?`)).join(", ")}`;
}

function CommandFields({ command }: { command: Command }) {
  const composing = useComposing();
  const draft = composing.draft.value;
  const box = useRef<HTMLDivElement>(null);
  if (draft.kind !== "command") return null;
  const wrong = Object.entries(draft.errors);
  return (
    <>
      <div class="line command" ref={box} role="group" aria-label={`/${calledOf(command)}: ${command.description}`}>
        <div class="chips">
          <span class="command-name">/{calledOf(command)}</span>
          {draft.shown.map((name) => {
            const option = composing.option(name);
            return option && <OptionField key={name} option={option} command={command} typed={draft.given[name] ?? ""} error={draft.errors[name] ?? ""} />;
          })}
          <Tail command={command} />
        </div>
        <button type="button" class="cancel" aria-label="Leave this command" title="Leave this command (Escape)" onClick={() => composing.clear()}><Icon name="close" /></button>
        <button type="button" class="send" aria-label="Send" data-control="send" onClick={() => composing.send()}><Icon name="send" /></button>
      </div>
      {wrong.length > 0 && (
        <div role="alert" class="complaints">{wrong.map(([name, text]) => <p key={name} class="complaint" id={`wrong-${name}`} data-state="wrong"><Icon name="warn" /><strong>{calledIn(command, name)}</strong> {text}</p>)}</div>
      )}
    </>
  );
}

/** What the option of that name is called. */
function calledIn(command: Command, name: string): string {
  const option = command.options?.find((one) => one.name === name);
  return option ? calledOf(option) : name;
}

/** What one can expect of an option, in a few words. */
function expects(option: Option): string {
  const { min, max, minLength, maxLength } = option;
  if (option.type === OptionType.integer || option.type === OptionType.number) {
    const kind = option.type === OptionType.integer ? "a whole number" : "a number";
    if (min !== undefined && max !== undefined) return `${kind} between ${min} and ${max}`;
    if (min !== undefined) return `${kind}, at least ${min}`;
    return max !== undefined ? `${kind}, at most ${max}` : kind;
  }
  if (option.type === OptionType.string && (minLength || maxLength)) return `${minLength ?? 0} to ${maxLength ?? 6000} characters`;
  return "";
}

function useOutside(field: { current: HTMLElement | null }): [boolean, (open: boolean) => void] {
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const input = field.current;
    if (!input) return;
    const leave = () => setOpen(false);
    const enter = () => setOpen(true);
    if (document.activeElement === input) enter();
    input.addEventListener("blur", leave);
    input.addEventListener("focus", enter);
    return () => {
      input.removeEventListener("blur", leave);
      input.removeEventListener("focus", enter);
    };
  }, []);
  return [open, setOpen];
}

function OptionField({ option, command, typed, error }: { option: Option; command: Command; typed: string; error: string }) {
  const session = useSession();
  const composing = useComposing();
  const field = useRef<HTMLInputElement>(null);
  const id = useId();
  const [open, setOpen] = useOutside(field);
  const [chosen, setChosen] = useState<number | null>(null);
  const [suggested, setSuggested] = useState<Offer[]>([]);
  useSpot(option.name, field);

  useEffect(() => {
    if (!option.completes || !open || composing.picked(option.name)) return;
    let gone = false;
    const timer = setTimeout(() => {
      session.complete(command, option.name, { ...composing.options(), [option.name]: typed }, (choices) => {
        if (!gone) setSuggested(choices);
      });
    }, completeAfter);
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [typed, open]);

  const fixed = listed(option);
  const choices = fixed ? composing.choices(option) : suggested;
  const settled = composing.settled(option) || composing.picked(option.name);
  // The first is marked if something was typed or has to be chosen; else Enter sends.
  const first = fixed && !settled && (typed.trim() !== "" || option.required) ? 0 : -1;
  const active = Math.min(chosen ?? first, choices.length - 1);
  const mark = option.type === OptionType.channel ? "#" : option.type === OptionType.user || option.type === OptionType.mentionable ? "@" : "";
  const lines: Line[] = choices.map((choice) => ({
    key: String(choice.value), label: choice.name, ...(mark ? { mark } : {}), app: mark === "@" && session.isBot(choice.value),
  }));

  const pick = (i: number) => {
    const choice = choices[i];
    if (!choice) return;
    setChosen(null);
    composing.pick(option.name, choice);
    composing.next();
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.isComposing) return;
    const to = choices.length ? moved(event.key, active, choices.length) : null;
    if (to !== null) {
      setOpen(true);
      setChosen(to);
    } else if (event.key === "Enter") {
      // What is spelt out is as good as chosen.
      if (open && active >= 0 && !settled) pick(active);
      else if (open && chosen !== null && active >= 0) pick(active);
      else composing.send();
    } else if (event.key === "Tab") {
      if (!event.shiftKey && open && active >= 0 && !settled) composing.pick(option.name, choices[active]!);
      return;
    } else if (event.key === "Escape") {
      if (open && choices.length && typed) setOpen(false);
      else composing.clear();
    } else if (event.key === "Backspace" && typed === "") composing.back(option.name);
    else return;
    event.preventDefault();
  };

  return (
    <span class={`option${error ? " wrong" : ""}`} data-option={option.name}>
      {open && (
        <Popup
          id={id} title={calledOf(option)} about={[option.description, expects(option)].filter(Boolean).join(" · ")} lines={lines} active={active}
          onHover={setChosen} onPick={pick}
        />
      )}
      <label for={`${id}-field`}>{calledOf(option)}</label>
      <span class="grow" data-text={typed || " "}>
        <input
          ref={field} id={`${id}-field`} type="text" role="combobox" size={1} value={typed} autocomplete="off" spellcheck={false}
          inputMode={option.type === OptionType.integer ? "numeric" : option.type === OptionType.number ? "decimal" : "text"}
          aria-expanded={open && choices.length > 0} aria-haspopup="listbox" {...listing(id, open && choices.length > 0, active)}
          aria-invalid={!!error} aria-required={!!option.required} aria-describedby={error ? `wrong-${option.name}` : undefined}
          onKeyDown={onKey}
          onInput={(event) => {
            setChosen(null);
            setOpen(true);
            composing.give(option.name, event.currentTarget.value);
          }}
        />
      </span>
      {!option.required && (
        <button type="button" class="option-out" aria-label={`Take ${calledOf(option)} out`} onClick={() => composing.back(option.name)}><Icon name="close" /></button>
      )}
    </span>
  );
}

/** The place behind the options: further ones are found here, and Enter sends. */
function Tail({ command }: { command: Command }): ComponentChildren {
  const composing = useComposing();
  const field = useRef<HTMLInputElement>(null);
  const id = useId();
  const [text, setText] = useState("");
  const [open, setOpen] = useOutside(field);
  const [chosen, setChosen] = useState<number | null>(null);
  useSpot("tail", field);
  const rest = composing.more();
  const want = text.trim().toLowerCase();
  const found = rest.filter((option) => [calledOf(option), option.name].some((name) => name.toLowerCase().includes(want)));
  const active = Math.min(chosen ?? (want ? 0 : -1), found.length - 1);
  const lines = found.map((option) => ({ key: option.name, label: calledOf(option), note: option.description }));
  const show = (i: number) => {
    const option = found[i];
    if (!option) return;
    setText("");
    setChosen(null);
    composing.show(option.name);
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.isComposing) return;
    const to = found.length ? moved(event.key, active, found.length) : null;
    if (to !== null) {
      setOpen(true);
      setChosen(to);
    } else if (event.key === "Enter") {
      if (open && active >= 0) show(active);
      else composing.send();
    } else if (event.key === "Escape") composing.clear();
    else if (event.key === "Backspace" && text === "") composing.back("");
    else return;
    event.preventDefault();
  };
  return (
    <span class="tail">
      {open && lines.length > 0 && (
        <Popup id={id} title="Options that you may leave out" lines={lines} active={active} onHover={setChosen} onPick={show} />
      )}
      <input
        ref={field} type="text" role="combobox" value={text} autocomplete="off" spellcheck={false} data-composer-input
        aria-label={rest.length ? `Further options of /${calledOf(command)}; Enter sends` : `/${calledOf(command)}; Enter sends`} aria-haspopup="listbox"
        aria-expanded={open && lines.length > 0} {...listing(id, open && lines.length > 0, active)}
        onKeyDown={onKey}
        onInput={(event) => {
          const typed = event.currentTarget.value;
          setChosen(null);
          setOpen(true);
          const option = typed.trim().endsWith(":") ? optionCalled(typed.trim().slice(0, -1), rest) : undefined;
          if (option) {
            setText("");
            composing.show(option.name);
          } else setText(typed);
        }}
      />
      {rest.length > 0 && (
        <button type="button" class="more" tabIndex={-1} onPointerDown={(event) => event.preventDefault()} onClick={() => {
          field.current?.focus();
          setOpen(true);
        }}>+{rest.length} more</button>
      )}
    </span>
  );
}
