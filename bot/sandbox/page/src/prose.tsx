// Discord's markdown on the page.

import type { ComponentChildren } from "preact";
import { useMemo, useState } from "preact/hooks";
import { useSession } from "./here";
import { type Mark, read } from "./markdown";
import { localeFor, written } from "./moment";
import { useComposing } from "./composing";

/** A text in Discord's markdown. */
export function Prose({ text }: { text: string }) {
  const marks = useMemo(() => read(text), [text]);
  return <div class="prose"><Marks of={marks} /></div>;
}

function Marks({ of }: { of: readonly Mark[] }): ComponentChildren {
  return of.map((mark, i) => <One key={i} mark={mark} />);
}

function One({ mark }: { mark: Mark }): ComponentChildren {
  switch (mark.kind) {
    case "text":
      return mark.text;
    case "break":
      return <br />;
    case "strong":
      return <strong><Marks of={mark.of} /></strong>;
    case "em":
      return <em><Marks of={mark.of} /></em>;
    case "underline":
      return <u><Marks of={mark.of} /></u>;
    case "strike":
      return <s><Marks of={mark.of} /></s>;
    case "spoiler":
      return <Spoiler><Marks of={mark.of} /></Spoiler>;
    case "quote":
      return <blockquote><Marks of={mark.of} /></blockquote>;
    case "small":
      return <div class="small-print"><Marks of={mark.of} /></div>;
    case "heading":
      // For screen readers all headings of messages stand right below that of the channel.
      return <div class={`heading level-${mark.level}`} role="heading" aria-level={3}><Marks of={mark.of} /></div>;
    case "list": {
      const items = mark.items.map((item, i) => <li key={i}><Marks of={item} /></li>);
      return mark.start === null ? <ul>{items}</ul> : <ol start={mark.start}>{items}</ol>;
    }
    case "code":
      return <code>{mark.text}</code>;
    case "block":
      return <pre tabIndex={0}><code>{mark.text}</code></pre>;
    case "link":
      return /^https?:\/\//i.test(mark.href)
        ? <a href={mark.href} target="_blank" rel="noopener noreferrer"><Marks of={mark.of} /></a>
        : <Marks of={mark.of} />;
    case "user":
      return <UserMention id={mark.id} />;
    case "channel":
      return <ChannelMention id={mark.id} />;
    case "role":
      return <span class="mention">@role</span>;
    case "command":
      return <CommandMention path={mark.path} />;
    case "ping":
      return <span class="mention">{mark.text}</span>;
    case "emoji":
      return mark.text;
    case "time":
      return <Moment at={mark.at} style={mark.style} />;
  }
}

/** A text that shows itself when it is pressed. */
function Spoiler({ children }: { children: ComponentChildren }) {
  const [open, setOpen] = useState(false);
  if (open) return <span class="spoiler open">{children}</span>;
  return (
    <button type="button" class="spoiler" aria-label="Spoiler, press to read" onClick={() => setOpen(true)}>
      <span aria-hidden="true">{children}</span>
    </button>
  );
}

function UserMention({ id }: { id: string }) {
  const session = useSession();
  const me = id === session.world.value?.me;
  return <span class={`mention${me ? " of-me" : ""}`}>@{session.person(id)?.name ?? "unknown member"}</span>;
}

function ChannelMention({ id }: { id: string }) {
  const session = useSession();
  const channel = session.channels.value.find((one) => one.id === id);
  if (!channel) return <span class="mention">#unknown</span>;
  return <button type="button" class="mention" onClick={() => session.go(id)}>#{channel.name}</button>;
}

function CommandMention({ path }: { path: string }) {
  const composing = useComposing();
  return <button type="button" class="mention" onClick={() => composing.fill(`/${path} `)}>/{path}</button>;
}

function Moment({ at, style }: { at: number; style: string }) {
  const { now, world } = useSession();
  const locale = localeFor(world.value?.speaks);
  // Only what says how far off it is changes with time.
  const text = written(at, style, style === "R" ? now.value : 0, undefined, locale);
  const iso = Number.isFinite(at) && Math.abs(at) < 8.64e15 ? new Date(at).toISOString() : "";
  return <time class="moment" dateTime={iso} title={written(at, "F", 0, undefined, locale)}>{text}</time>;
}
