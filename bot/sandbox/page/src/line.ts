// What a member types: which command it means, and what its options are to be.

import { type Channel, ChannelKind, type Command, type Option, OptionType, type Person } from "./wire";

/** Who and what an option can name. */
export type Around = { people: readonly Person[]; channels: readonly Channel[] };

/** A value that an option is given. */
export type Value = string | number | boolean;

/** Something that an option can be, by its name. */
export type Offer = { name: string; value: Value };

const same = (a: string, b: string) => a.localeCompare(b, "en", { sensitivity: "accent" }) === 0;
const lower = (text: string) => text.toLocaleLowerCase("en");

/** What the member's client calls a command or an option. */
export const calledOf = (what: Command | Option) => what.called ?? ("path" in what ? what.path : what.name);

/** All that a command or an option can be called: what it is for the bot is understood in every language. */
const namesOf = (what: Command | Option) => [calledOf(what), "path" in what ? what.path : what.name];

/** Finds an option by either of its names. */
export const optionCalled = (name: string, options: readonly Option[]) => options.find((option) => namesOf(option).some((one) => same(one, name)));

/** The commands that what stands behind a slash may become, best first. */
export function matching(typed: string, commands: readonly Command[]): Command[] {
  const want = lower(typed.trim());
  const rank = (command: Command) => {
    const names = namesOf(command).map(lower);
    if (names.some((at) => at.startsWith(want))) return 0;
    if (names.some((at) => at.split(" ").some((word) => word.startsWith(want)))) return 1;
    if (names.some((at) => at.includes(want))) return 2;
    return want.length > 2 && lower(command.description).includes(want) ? 3 : 4;
  };
  return commands.map((command) => ({ command, at: rank(command) }))
    .filter(({ at }) => at < 4)
    .sort((a, b) => a.at - b.at)
    .map(({ command }) => command);
}

/** A command with the name by which it was meant, and what was typed for its options. */
type Parsed = { command: Command; by: string; given: Record<string, string> };

/**
 * Reads a whole line such as "/adam-eva challenge member:Ben". What stands
 * before the first name of an option goes to the first option. It is null if
 * the line names no command.
 */
export function parseLine(line: string, commands: readonly Command[]): Parsed | null {
  const text = line.trim().replace(/^\//, "").replace(/\s+/g, " ");
  const fits = commands.flatMap((command) => namesOf(command).map((by) => ({ command, by })))
    .filter(({ by }) => same(text, by) || same(text.slice(0, by.length + 1), `${by} `));
  const found = fits.sort((a, b) => b.by.length - a.by.length)[0];
  if (!found) return null;
  const { command, by } = found;
  const rest = text.slice(by.length).trim();
  const options = command.options ?? [];
  const given: Record<string, string> = {};
  const names = options.flatMap(namesOf).map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  if (!names.length) return { command, by, given };
  const parts = rest.split(new RegExp(`(?:^|\\s)(${names.join("|")}):`, "iu"));
  if (parts[0]?.trim()) given[options[0]!.name] = parts[0].trim();
  for (let i = 1; i < parts.length; i += 2) {
    const option = optionCalled(parts[i]!, options);
    if (option) given[option.name] = (parts[i + 1] ?? "").trim();
  }
  return { command, by, given };
}

/** Whether an option names something out of a list that the page knows. */
export function listed(option: Option): boolean {
  if (option.completes) return false;
  if (option.choices?.length) return true;
  const types: number[] = [OptionType.boolean, OptionType.user, OptionType.mentionable, OptionType.channel, OptionType.role];
  return types.includes(option.type);
}

/** Everything that an option can be, of those that name something out of a list. */
export function choicesOf(option: Option, around: Around): Offer[] {
  if (option.completes) return [];
  if (option.choices?.length) return option.choices;
  switch (option.type) {
    case OptionType.boolean:
      return [{ name: "True", value: true }, { name: "False", value: false }];
    case OptionType.user:
    case OptionType.mentionable:
      return around.people.map(({ id, name }) => ({ name, value: id }));
    case OptionType.channel:
      return around.channels.filter(({ kind }) => kind !== ChannelKind.dm && (option.channels?.includes(kind) ?? true)).map(({ id, name }) => ({ name, value: id }));
    default:
      return [];
  }
}

/** The choices that fit what has been typed so far, best first. */
export function fitting(typed: string, choices: readonly Offer[]): Offer[] {
  const want = lower(typed.trim().replace(/^[@#]/, ""));
  const head = choices.filter(({ name }) => lower(name).startsWith(want));
  const within = choices.filter(({ name }) => !lower(name).startsWith(want) && lower(name).includes(want));
  return [...head, ...within];
}

/** What a typed text means for an option, or what is wrong with it, in a sentence. */
export function valueOf(option: Option, typed: string, around: Around): { value: Value } | { error: string } {
  const text = typed.trim();
  if (listed(option)) {
    const choices = choicesOf(option, around);
    const bare = text.replace(/^<[@#]!?(\d+)>$/, "$1").replace(/^[@#]/, "");
    const found = choices.find(({ name, value }) => same(name, bare) || String(value) === bare || same(name, text)) ??
      (option.type === OptionType.boolean ? yesOrNo(bare) : undefined);
    if (found) return { value: found.value };
    return { error: unknown(option, text) };
  }
  switch (option.type) {
    case OptionType.integer:
    case OptionType.number:
      return numberOf(option, text);
    case OptionType.attachment:
      return { error: "Files cannot be given here" };
  }
  if (option.minLength !== undefined && text.length < option.minLength) {
    return { error: `At least ${option.minLength} characters` };
  }
  if (option.maxLength !== undefined && text.length > option.maxLength) {
    return { error: `At most ${option.maxLength} characters` };
  }
  return { value: text };
}

function yesOrNo(text: string): Offer | undefined {
  if (/^(true|yes|on|1)$/i.test(text)) return { name: "True", value: true };
  if (/^(false|no|off|0)$/i.test(text)) return { name: "False", value: false };
  return undefined;
}

function unknown(option: Option, text: string): string {
  switch (option.type) {
    case OptionType.user:
    case OptionType.mentionable:
      return `There is no member called ${text}`;
    case OptionType.channel:
      return `There is no channel called ${text}`;
    case OptionType.role:
      return "There are no roles to choose here";
    case OptionType.boolean:
      return "Choose True or False";
    default:
      return `${text} is none of the choices`;
  }
}

function numberOf(option: Option, text: string): { value: Value } | { error: string } {
  const whole = option.type === OptionType.integer;
  const { min, max } = option;
  const value = Number(text);
  if (text === "" || !Number.isFinite(value) || (whole && !/^[-+]?\d+$/.test(text))) {
    return { error: whole ? "A whole number, please" : "A number, please" };
  }
  if (whole && !Number.isSafeInteger(value)) return { error: "That number is too large" };
  if ((min !== undefined && value < min) || (max !== undefined && value > max)) {
    if (max === undefined) return { error: `At least ${min}` };
    if (min === undefined) return { error: `At most ${max}` };
    return { error: `Between ${min} and ${max}` };
  }
  return { value };
}

/** What a filled-in command comes to. */
type Checked = { options: Record<string, Value>; errors: Record<string, string> };

/**
 * Checks what was typed for a command's options. Picked holds what was chosen
 * from suggestions; it counts as long as the text is still its name.
 */
export function check(command: Command, given: Record<string, string>, picked: Record<string, Offer>, around: Around): Checked {
  const options: Checked["options"] = {};
  const errors: Checked["errors"] = {};
  for (const option of command.options ?? []) {
    const typed = given[option.name] ?? "";
    const choice = picked[option.name];
    if (choice && choice.name === typed) options[option.name] = choice.value;
    else if (typed.trim() === "") {
      if (option.required) errors[option.name] = "This option is required";
    } else {
      const result = valueOf(option, typed, around);
      if ("error" in result) errors[option.name] = result.error;
      else options[option.name] = result.value;
    }
  }
  return { options, errors };
}

/** Puts mentions where names stand: "@Ben" becomes what mentions Ben. */
export function withMentions(text: string, people: readonly Person[]): string {
  const names = [...people].sort((a, b) => b.name.length - a.name.length);
  return text.replace(/@[^\n]*/gu, function replace(tail: string): string {
    const person = names.find(({ name }) => {
      const next = tail.slice(1 + name.length);
      return same(tail.slice(1, 1 + name.length), name) && !/^[\p{L}\p{N}_]/u.test(next);
    });
    const taken = person ? 1 + person.name.length : 1;
    const head = person ? `<@${person.id}>` : "@";
    return head + tail.slice(taken).replace(/@[^\n]*/gu, replace);
  });
}
