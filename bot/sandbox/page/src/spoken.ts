// A message as it is read out when it arrives.

import { plain, read } from "./markdown";
import { localeFor, written } from "./moment";
import { type Component, type Message, Part, type Person } from "./wire";

/** What reading out needs to know. */
type Knows = {
  person(id: string): Person | undefined;
  readonly channels: { readonly value: readonly { id: string; name: string }[] };
  readonly now: { peek(): number };
  readonly world: { peek(): { speaks: string } | null };
};

const longest = 600;
const longestExcerpt = 140;

/**
 * A message as one reads it out: who, then what, without its buttons. If it
 * was another one before, only what is new in it; nothing if nothing is.
 */
export function spoken(message: Message, knows: Knows, before?: Message): string {
  const who = message.author.name + (message.ephemeral ? ", only to you" : "");
  if (message.loading) return before ? "" : `${who} is thinking`;
  const old = before ? textsIn(before) : [];
  const texts = textsIn(message).filter((text) => !old.includes(text));
  if (before && texts.length === 0) return "";
  const text = texts.map((one) => words(one, knows)).join(" ").replace(/\s+/g, " ").trim();
  const files = (message.files ?? []).map(({ name }) => name).join(", ");
  const said = text || files || "a message";
  return `${who}: ${said.length > longest ? `${said.slice(0, longest)}…` : said}`;
}

/** What a message begins with, as it stands above an answer to it: its first text and no more. */
export function excerpt(message: Message, knows: Knows): string {
  const [first = ""] = [message.content ?? "", ...(message.components ?? []).flatMap(writtenIn)].filter(Boolean);
  const text = words(first, knows).replace(/\s+/g, " ").trim() || (message.files ?? [])[0]?.name || "a message";
  const letters = [...text];
  return letters.length > longestExcerpt ? `${letters.slice(0, longestExcerpt).join("")}…` : text;
}

/** A text without its markup. */
export function words(text: string, knows: Knows): string {
  return plain(read(text), {
    user: (id) => knows.person(id)?.name ?? "somebody",
    channel: (id) => knows.channels.value.find((channel) => channel.id === id)?.name ?? "a channel",
    time: (at, style) => written(at, style, knows.now.peek(), undefined, localeFor(knows.world.peek()?.speaks)),
  });
}

function textsIn(message: Message): string[] {
  return [message.content ?? "", ...(message.components ?? []).flatMap(textsOf)].filter(Boolean);
}

/** The texts of a component, without the descriptions of its pictures. */
function writtenIn(part: Component): string[] {
  if (part.type === Part.text) return [part.content ?? ""];
  return [...(part.components ?? []), ...(part.component ? [part.component] : [])].flatMap(writtenIn);
}

function textsOf(part: Component): string[] {
  if (part.type === Part.text) return [part.content ?? ""];
  if (part.type === Part.gallery) return (part.items ?? []).map(({ description }) => description ?? "");
  return [...(part.components ?? []), ...(part.component ? [part.component] : [])].flatMap(textsOf);
}
