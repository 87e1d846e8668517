// The components of a message.

import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { useSession } from "./here";
import { Icon } from "./icon";
import { sizeOf } from "./moment";
import { chosenIn, Picker } from "./picker";
import { Prose } from "./prose";
import { type Attachment, type Component, type Emoji, type GalleryItem, type Media, type Message, Part } from "./wire";
import { useZoom } from "./zoom";

type Of = { message: Message };

/** The components of a message, one below the other. */
export function Parts({ of, message }: Of & { of: readonly Component[] | null | undefined }) {
  return <>{(of ?? []).map((part, i) => <One key={part.custom_id ?? `${part.type} ${i}`} part={part} message={message} />)}</>;
}

function One({ part, message }: Of & { part: Component }): ComponentChildren {
  switch (part.type) {
    case Part.row:
      return <div class="row"><Parts of={part.components} message={message} /></div>;
    case Part.button:
      return <Button part={part} message={message} />;
    case Part.select:
    case Part.userSelect:
    case Part.roleSelect:
    case Part.mentionableSelect:
    case Part.channelSelect:
      return <Select part={part} message={message} />;
    case Part.section:
      return (
        <div class="section">
          <div class="section-text"><Parts of={part.components} message={message} /></div>
          {part.accessory && <div class="accessory"><One part={part.accessory} message={message} /></div>}
        </div>
      );
    case Part.text:
      return <Prose text={part.content ?? ""} />;
    case Part.thumbnail:
      return part.media ? <Gallery items={[{ media: part.media, description: part.description ?? "", spoiler: part.spoiler ?? false }]} thumbnail /> : null;
    case Part.gallery:
      return <Gallery items={part.items ?? []} />;
    case Part.file:
      return <FilePart part={part} message={message} />;
    case Part.separator: {
      const wide = part.spacing === 2 ? " wide" : "";
      return part.divider === false ? <div class={`gap${wide}`} /> : <hr class={`rule${wide}`} />;
    }
    case Part.container:
      return <Container part={part} message={message} />;
    default:
      return <p class="unknown" data-state="unknown">unknown component {part.type}</p>;
  }
}

function Container({ part, message }: Of & { part: Component }) {
  const [hidden, setHidden] = useState(!!part.spoiler);
  const colour = part.accent_color === undefined ? null : `#${part.accent_color.toString(16).padStart(6, "0")}`;
  return (
    <div class={`container${colour ? " accented" : ""}`} style={colour ? { borderInlineStartColor: colour } : {}}>
      {hidden ? <button type="button" class="cover" onClick={() => setHidden(false)}>Spoiler, press to see it</button>
        : <Parts of={part.components} message={message} />}
    </div>
  );
}

const styles: Record<number, string> = { 1: "primary", 2: "secondary", 3: "success", 4: "danger", 5: "secondary link" };

function Button({ part, message }: Of & { part: Component }) {
  const session = useSession();
  const id = part.custom_id ?? "";
  const face = <>{part.emoji && <EmojiMark emoji={part.emoji} />}{part.label && <span>{part.label}</span>}</>;
  const look = `button ${styles[part.style ?? 2] ?? "secondary"}`;
  if (part.url !== undefined) {
    const safe = /^(https?|discord):\/\//i.test(part.url);
    return safe && !part.disabled
      ? <a class={look} href={part.url} target="_blank" rel="noopener noreferrer">{face}<Icon name="out" /></a>
      : <button type="button" class={look} disabled>{face}<Icon name="out" /></button>;
  }
  const busy = session.pressing.value.has(`${message.id} ${id}`);
  return (
    <button
      type="button" class={look} disabled={part.disabled} aria-busy={busy} data-custom-id={id} data-state={busy ? "busy" : undefined}
      aria-label={part.label ? undefined : (part.emoji?.name ?? "Button")}
      onClick={() => session.press(message, id)}
    >
      <span class="face">{face}</span>
      {busy && <span class="busy-dots" aria-hidden="true"><i /><i /><i /></span>}
    </button>
  );
}

function EmojiMark({ emoji }: { emoji: Emoji }) {
  return <span class="emoji" aria-hidden="true">{emoji.id ? `:${emoji.name ?? "emoji"}:` : emoji.name}</span>;
}

function Select({ part, message }: Of & { part: Component }) {
  const session = useSession();
  const id = part.custom_id ?? "";
  const chosen = chosenIn(part);
  return (
    <Picker
      key={chosen.join(" ")} part={part} label={part.placeholder ?? "Make a choice"} chosen={chosen}
      busy={session.pressing.value.has(`${message.id} ${id}`)}
      onChoose={(values) => session.press(message, id, values)}
    />
  );
}

function Gallery({ items, thumbnail }: { items: readonly GalleryItem[]; thumbnail?: boolean }) {
  return (
    <div class={thumbnail ? "thumbnail" : `gallery of-${Math.min(items.length, 4)}`}>
      {items.map((item, i) => <Picture key={i} media={item.media} alt={item.description ?? ""} spoiler={!!item.spoiler} />)}
    </div>
  );
}

/** A picture that grows when it is pressed. */
export function Picture({ media, alt, spoiler }: { media: Media; alt: string; spoiler: boolean }) {
  const zoom = useZoom();
  const [hidden, setHidden] = useState(spoiler);
  const shape = media.width && media.height ? { aspectRatio: `${media.width} / ${media.height}` } : {};
  return (
    <figure class={`picture${hidden ? " hidden" : ""}`} style={media.width ? { maxWidth: `${media.width}px` } : {}}>
      <button
        type="button" aria-label={hidden ? "Spoiler, press to see the picture" : `Enlarge the picture: ${alt || "no description"}`}
        onClick={() => (hidden ? setHidden(false) : zoom.value = { url: media.url, alt })}
      >
        <img src={media.url} alt={hidden ? "" : alt} style={shape} width={media.width} height={media.height} />
        {hidden && <span class="cover" aria-hidden="true">Spoiler</span>}
      </button>
    </figure>
  );
}

function FilePart({ part, message }: Of & { part: Component }) {
  const url = part.file?.url ?? "";
  const file = (message.files ?? []).find((one) => one.url === url);
  const [hidden, setHidden] = useState(!!part.spoiler);
  if (hidden) return <button type="button" class="cover" onClick={() => setHidden(false)}>Spoiler, press to see the file</button>;
  return <FileCard name={part.name ?? file?.name ?? "file"} size={part.size ?? file?.size} url={url} />;
}

/** A file to download. */
function FileCard({ name, size, url }: { name: string; size: number | undefined; url: string }) {
  return (
    <div class="file">
      <Icon name="file" />
      <span class="file-name"><a href={url} download={name}>{name}</a>{size !== undefined && <small>{sizeOf(size)}</small>}</span>
      <a class="file-save" href={url} download={name} aria-label={`Download ${name}`}><Icon name="save" /></a>
    </div>
  );
}

/** The files of a message that its components do not show. */
export function Files({ message }: Of) {
  const shown = new Set<string>();
  const walk = (part: Component): void => {
    for (const media of [part.file, part.media, ...(part.items ?? []).map((item) => item.media)]) if (media) shown.add(media.url);
    for (const inner of [...(part.components ?? []), part.accessory, part.component]) if (inner) walk(inner);
  };
  message.components?.forEach(walk);
  const rest = (message.files ?? []).filter(({ url }) => !shown.has(url));
  if (rest.length === 0) return null;
  const picture = ({ type }: Attachment) => /^image\/(png|jpe?g|gif|webp|avif)$/.test(type);
  const pictures = rest.filter(picture);
  return (
    <>
      {pictures.length > 0 && (
        <div class={`gallery of-${Math.min(pictures.length, 4)}`}>
          {pictures.map(({ id, name, url, width, height }) => (
            <Picture key={id} media={{ url, width: width ?? 0, height: height ?? 0 }} alt={name} spoiler={name.startsWith("SPOILER_")} />
          ))}
        </div>
      )}
      {rest.filter((file) => !picture(file)).map(({ id, name, size, url }) => <FileCard key={id} name={name} size={size} url={url} />)}
    </>
  );
}
