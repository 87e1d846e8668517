// Who one is, and who else one could be.

import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Avatar } from "./avatar";
import { Dialog } from "./dialog";
import { useSession } from "./here";
import { Icon } from "./icon";
import { sentence } from "./session";

const longestName = 32; // characters, not what a string counts

export function Members() {
  const session = useSession();
  const world = session.world.value;
  const [joining, setJoining] = useState(false);
  const members = world?.members ?? [];
  useEffect(() => {
    document.querySelector(`[data-member="${world?.me}"]`)?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [world?.me]);
  const onKey = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const at = members.findIndex(({ id }) => id === (event.target as HTMLElement).dataset.member);
    const next = members[(at + step + members.length) % members.length];
    if (!next) return;
    session.become(next.id);
    document.querySelector<HTMLElement>(`[data-member="${next.id}"]`)?.focus();
  };
  return (
    <div class="members">
      <span class="you-are" id="you-are">You are</span>
      <div class="member-row" role="radiogroup" aria-labelledby="you-are" onKeyDown={onKey}>
        {members.map((person) => {
          const me = person.id === world?.me;
          return (
            <button
              key={person.id} type="button" role="radio" aria-checked={me} tabIndex={me ? 0 : -1} class="member"
              data-member={person.id} onClick={() => session.become(person.id)} title={me ? `You are ${person.name}` : `Be ${person.name}`}
            >
              <Avatar person={person} small /><span>{person.name}</span>
            </button>
          );
        })}
      </div>
      <button type="button" class="member add" onClick={() => setJoining(true)} title="Let somebody join" data-control="join">
        <Icon name="plus" /><span class="away">Let somebody join</span>
      </button>
      <AnotherWindow class="member add"><Icon name="out" /></AnotherWindow>
      {joining && <Join onClose={() => setJoining(false)} />}
    </div>
  );
}

/** A link to another window, as the next member. With children those are its face. */
export function AnotherWindow({ class: name, children }: { class?: string; children?: ComponentChildren }) {
  const session = useSession();
  const members = session.world.value?.members ?? [];
  const at = members.findIndex(({ id }) => id === session.world.value?.me);
  const next = members[(at + 1) % members.length];
  if (!next || members.length < 2) return null;
  const label = `Open another window as ${next.name}`;
  return (
    <a class={name} href={session.addressOf(next.id)} target="_blank" rel="noopener" data-control="window" title={children ? label : undefined}>
      {children ? <>{children}<span class="away">{label}</span></> : label}
    </a>
  );
}

function Join({ onClose }: { onClose(): void }) {
  const session = useSession();
  const [name, setName] = useState("");
  const [wrong, setWrong] = useState("");
  const join = (event: Event) => {
    event.preventDefault();
    const text = name.trim();
    const length = [...text].length;
    if (!text || length > longestName) {
      setWrong(text ? `A name has ${longestName} characters at most; this one has ${length}.` : "What is the name?");
      return;
    }
    session.ask({ do: "join", text }, ({ state, error }) => {
      if (state === "done") {
        session.announce(`${text} has joined`);
        onClose();
      } else if (state !== "pending") setWrong(sentence(error) || "That did not work.");
    });
  };
  return (
    <Dialog class="sheet" label="Let somebody join" onClose={onClose}>
      <form onSubmit={join} noValidate>
        <h2>Let somebody join</h2>
        <div class="sheet-body">
          <div class="field">
            <label for="join-name">Name</label>
            <p class="about" id="join-about">You can be them as soon as they are here.</p>
            {wrong && <p class="complaint" id="join-wrong" role="alert">{wrong}</p>}
            <input
              id="join-name" type="text" value={name} autocomplete="off" aria-invalid={!!wrong}
              aria-describedby={`join-about${wrong ? " join-wrong" : ""}`}
              onInput={(event) => {
                setName(event.currentTarget.value);
                setWrong("");
              }}
            />
          </div>
        </div>
        <div class="sheet-foot">
          <button type="button" class="button secondary" onClick={onClose}>Cancel</button>
          <button type="submit" class="button primary">Join</button>
        </div>
      </form>
    </Dialog>
  );
}
