// Selects, in messages and in forms.

import { useEffect, useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import { useSession } from "./here";
import { Icon } from "./icon";
import type { Session } from "./session";
import { type Component, Part } from "./wire";

type Item = { value: string; label: string; description?: string | undefined; mark: string; app?: boolean };

/** Everything that can be chosen in a select. */
function itemsOf(part: Component, session: Session): Item[] {
  const people = () => session.people.value.map(({ id, name }) => ({ value: id, label: name, mark: "@", app: session.isBot(id) }));
  switch (part.type) {
    case Part.userSelect:
    case Part.mentionableSelect:
      return people();
    case Part.channelSelect:
      return session.channels.value
        .filter(({ name, kind }) => name && (!part.channel_types?.length || part.channel_types.includes(kind)))
        .map(({ id, name }) => ({ value: id, label: name, mark: "#" }));
    case Part.roleSelect:
      return [];
    default:
      return (part.options ?? []).map(({ label, value, description, emoji }) => ({ value, label, description, mark: emoji?.name ?? "" }));
  }
}

/** What is chosen in a select to start with. */
export function chosenIn(part: Component): string[] {
  if (part.type !== Part.select) return (part.default_values ?? []).map(({ id }) => id);
  return (part.options ?? []).filter((option) => option.default).map(({ value }) => value);
}

type Props = {
  part: Component;
  label: string;
  chosen: readonly string[];
  busy?: boolean;
  described?: string | undefined;
  invalid?: boolean;
  onChoose(values: string[]): void;
};

/** A button that opens a list to choose from. Several values are taken when the list closes. */
export function Picker({ part, label, chosen, busy, described, invalid, onChoose }: Props) {
  const session = useSession();
  const id = useId();
  const items = itemsOf(part, session);
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  const [draft, setDraft] = useState<readonly string[]>(chosen);
  const [above, setAbove] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const most = part.max_values ?? 1;
  const least = part.min_values ?? 1;
  const several = most > 1;
  const shown = open ? draft : chosen;

  const close = (take: boolean, values = draft) => {
    setOpen(false);
    const changed = values.length !== chosen.length || values.some((value) => !chosen.includes(value));
    if (take && changed && values.length >= least && values.length <= most) onChoose([...values]);
    if (box.current?.contains(document.activeElement)) button.current?.focus();
  };
  const begin = () => {
    if (part.disabled || busy) return;
    setDraft(chosen);
    setActive(Math.max(0, items.findIndex(({ value }) => chosen.includes(value))));
    setAbove((button.current?.getBoundingClientRect().bottom ?? 0) > innerHeight * 0.6);
    setOpen(true);
  };
  const choose = (value: string) => {
    if (!several) {
      if (least === 0 && draft.includes(value)) close(true, []);
      else close(true, [value]);
      return;
    }
    setDraft(draft.includes(value) ? draft.filter((one) => one !== value) : draft.length < most ? [...draft, value] : draft);
  };

  useLayoutEffect(() => {
    if (open) list.current?.focus();
  }, [open]);
  useLayoutEffect(() => {
    if (open) document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: "nearest" });
  }, [open, active]);
  useEffect(() => {
    if (!open) return;
    const outside = (event: Event) => {
      if (!box.current?.contains(event.target as Node)) close(true);
    };
    document.addEventListener("pointerdown", outside);
    return () => document.removeEventListener("pointerdown", outside);
  });

  const onKey = (event: KeyboardEvent) => {
    const last = items.length - 1;
    const moves: Record<string, number> = {
      ArrowDown: Math.min(active + 1, last), ArrowUp: Math.max(active - 1, 0), Home: 0, End: last,
    };
    if (event.key in moves) setActive(moves[event.key]!);
    else if (event.key === "Enter" || event.key === " ") {
      if (items[active]) choose(items[active].value);
    } else if (event.key === "Escape") close(false);
    else if (event.key === "Tab") {
      close(true);
      return;
    } else if (event.key.length === 1) {
      const at = items.findIndex(({ label }, i) => i > active && label.toLowerCase().startsWith(event.key.toLowerCase()));
      if (at >= 0) setActive(at);
      return;
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };

  const face = shown.map((value) => items.find((item) => item.value === value)?.label ?? value).join(", ");
  const blank = part.placeholder ?? "Make a choice";
  return (
    <div class="picker" ref={box} data-custom-id={part.custom_id} data-state={busy ? "busy" : undefined}>
      <button
        ref={button} type="button" class="picker-face" id={`${id}-face`} disabled={part.disabled}
        aria-haspopup="listbox" aria-expanded={open} aria-busy={busy} aria-label={!face && label === blank ? label : `${label}: ${face || blank}`}
        aria-describedby={described} data-invalid={invalid || undefined}
        onClick={() => (open ? close(true) : begin())}
        onKeyDown={(event) => {
          if (!open && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
            event.preventDefault();
            begin();
          }
        }}
      >
        <span class={face ? "" : "placeholder"}>{face || blank}</span>
        {busy ? <span class="busy-dots" aria-hidden="true"><i /><i /><i /></span> : <Icon name="down" />}
      </button>
      {open && (
        <ul
          ref={list} class={`choices${above ? " above" : ""}`} role="listbox" tabIndex={0} aria-label={label}
          aria-multiselectable={several} aria-activedescendant={items.length ? `${id}-${active}` : undefined} onKeyDown={onKey}
        >
          {items.map((item, i) => (
            <li
              key={item.value} id={`${id}-${i}`} role="option" aria-selected={draft.includes(item.value)}
              class={i === active ? "active" : ""} data-value={item.value}
              onPointerMove={() => setActive(i)} onClick={() => choose(item.value)}
            >
              {item.mark && <span class="mark" aria-hidden="true">{item.mark}</span>}
              <span class="words">{item.label}{item.app && <> <span class="app-tag">APP</span></>}{item.description && <small>{item.description}</small>}</span>
              {draft.includes(item.value) && <Icon name="check" />}
            </li>
          ))}
          {items.length === 0 && <li class="none" role="option" aria-selected={false} aria-disabled="true">There is nothing to choose here</li>}
        </ul>
      )}
      {open && several && <p class="hint">{least === most ? `Choose ${most}` : `Choose ${least} to ${most}`}. The list closes with Tab or a press beside it.</p>}
    </div>
  );
}
