// Discord's markdown, read into a tree that the page draws. Nothing here makes
// HTML: text stays text.

import { rules, SimpleMarkdown } from "discord-markdown-parser";

/** A piece of a text. */
export type Mark =
  | { kind: "text"; text: string }
  | { kind: "break" }
  | { kind: "strong" | "em" | "underline" | "strike" | "spoiler" | "quote" | "small"; of: Mark[] }
  | { kind: "heading"; level: number; of: Mark[] }
  | { kind: "list"; start: number | null; items: Mark[][] }
  | { kind: "code" | "block"; text: string }
  | { kind: "link"; href: string; of: Mark[] }
  | { kind: "user" | "channel" | "role"; id: string }
  | { kind: "command"; path: string }
  | { kind: "ping" | "emoji"; text: string }
  | { kind: "time"; at: number; style: string };

type Node = { type: string; [field: string]: unknown };
type State = Record<string, unknown>;
type Rule = (typeof rules)[string];

const item = /^( *)([-*]|\d{1,9}\.) +(\S.*)$/;

/** Reads the list that a text begins with: its items, and how much of the text it is. */
function readList(source: string): { start: number | null; items: string[]; length: number } | null {
  const lines = source.split("\n");
  const head = item.exec(lines[0] ?? "");
  if (!head) return null;
  const indent = head[1]!.length;
  const numbered = (marker: string) => marker.endsWith(".");
  const items: { first: string; rest: string[] }[] = [];
  let length = 0;
  for (const line of lines) {
    const found = item.exec(line);
    if (found && found[1]!.length <= indent) {
      if (found[1]!.length < indent || numbered(found[2]!) !== numbered(head[2]!)) break;
      items.push({ first: found[3]!, rest: [] });
    } else if (/^ +\S/.test(line) && line.search(/\S/) > indent) {
      items.at(-1)!.rest.push(line);
    } else break;
    length += line.length + 1;
  }
  return {
    start: numbered(head[2]!) ? Number.parseInt(head[2]!, 10) : null,
    items: items.map(({ first, rest }) => {
      const shift = Math.min(...rest.map((line) => line.search(/\S/)));
      return [first, ...rest.map((line) => line.slice(shift))].join("\n");
    }),
    length: Math.min(length, source.length),
  };
}

// The library knows no lists.
const list = {
  order: SimpleMarkdown.defaultRules.heading.order - 0.7,
  match(source: string, _: State, before: string) {
    if (!/^$|\n *$/.test(before)) return null;
    const found = readList(source);
    // The library knows by the last group whether a line is over.
    return found && Object.assign([source.slice(0, found.length), "\n"], { index: 0, input: source });
  },
  parse(capture: string[]) {
    const found = readList(capture[0]!)!;
    return { start: found.start, items: found.items.map((text) => parser(text, { inline: true })) };
  },
};

// Discord takes a link for what it is only if it leads to the web and is not
// called by another address; else what was written stays as it is.
const link = {
  ...SimpleMarkdown.defaultRules.link,
  parse(capture: string[], parser: (source: string, state: State) => Node[], state: State) {
    const [whole, label] = capture as [string, string, string];
    const target = capture[2]!.trim().replace(/\\([^0-9A-Za-z\s])/g, "$1");
    const leads = /^https?:\/\/[^\s/]/i.test(target) && !/(?:https?|steam|discord):\/\//i.test(label) && label.trim() !== "";
    return leads ? { type: "link", content: parser(label, { ...state, inline: true }), target } : { type: "text", content: whole };
  },
};

// Emoji are drawn by the system's own font, and ":)" stays what it is.
const { twemoji: _twemoji, emoticon: _emoticon, ...known } = rules;
const parser = SimpleMarkdown.parserFor({
  ...known,
  link: link as unknown as Rule,
  list: list as unknown as Rule,
}) as unknown as (source: string, state: State) => Node[];

/** Reads a text. */
export function read(text: string): Mark[] {
  return marks(parser(text, { inline: true }));
}

function marks(nodes: Node[]): Mark[] {
  const out: Mark[] = [];
  for (const node of nodes) {
    const mark = markOf(node);
    const last = out.at(-1);
    // The line on which a block of code ends is over with it.
    if (mark.kind === "break" && last?.kind === "block" && nodes[nodes.indexOf(node) - 1]?.type === "codeBlock") continue;
    if (mark.kind === "text" && last?.kind === "text") last.text += mark.text;
    else out.push(mark);
  }
  return out;
}

const wrappers: Record<string, "strong" | "em" | "underline" | "strike" | "spoiler" | "quote" | "small"> = {
  strong: "strong",
  em: "em",
  underline: "underline",
  strikethrough: "strike",
  spoiler: "spoiler",
  blockQuote: "quote",
  subtext: "small",
};

function markOf(node: Node): Mark {
  const text = (field: string) => String(node[field] ?? "");
  const of = () => (Array.isArray(node.content) ? marks(node.content as Node[]) : [{ kind: "text" as const, text: text("content") }]);
  const wrapper = wrappers[node.type];
  if (wrapper) return { kind: wrapper, of: trimmed(of()) };
  switch (node.type) {
    case "br":
    case "newline":
      return { kind: "break" };
    case "heading":
      return { kind: "heading", level: Number(node.level), of: of() };
    case "list":
      return { kind: "list", start: node.start as number | null, items: (node.items as Node[][]).map(marks) };
    case "inlineCode":
      return { kind: "code", text: text("content") };
    case "codeBlock":
      return { kind: "block", text: text("content") };
    case "link":
    case "url":
    case "autolink":
      return { kind: "link", href: text("target"), of: of() };
    case "user":
    case "channel":
    case "role":
      return { kind: node.type, id: text("id") };
    case "slashCommand":
      return { kind: "command", path: text("fullName") };
    case "everyone":
    case "here":
      return { kind: "ping", text: `@${node.type}` };
    case "emoji":
      return { kind: "emoji", text: `:${text("name")}:` };
    case "timestamp":
      return { kind: "time", at: Number(node.timestamp) * 1000, style: text("format") || "f" };
    default:
      return { kind: "text", text: text("content") };
  }
}

/** Leaves out breaks at the end, which a block brings of itself. */
function trimmed(of: Mark[]): Mark[] {
  while (of.at(-1)?.kind === "break") of.pop();
  return of;
}

/** What mentions and moments are called. */
export type Names = {
  user(id: string): string;
  channel(id: string): string;
  time(at: number, style: string): string;
};

/** A text as it is read out, without its markup. */
export function plain(of: Mark[], names: Names): string {
  return of.map((mark): string => {
    switch (mark.kind) {
      case "text":
      case "code":
      case "block":
      case "ping":
      case "emoji":
        return mark.text;
      case "break":
        return " ";
      case "list":
        return mark.items.map((one) => `${plain(one, names)} `).join("");
      case "user":
        return `@${names.user(mark.id)}`;
      case "channel":
        return `#${names.channel(mark.id)}`;
      case "role":
        return "@role";
      case "command":
        return `/${mark.path}`;
      case "time":
        return names.time(mark.at, mark.style);
      case "spoiler":
        return "(spoiler)";
      case "heading":
      case "quote":
      case "small":
        return `${plain(mark.of, names)} `;
      default:
        return plain(mark.of, names);
    }
  }).join("");
}
