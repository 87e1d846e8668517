// The messages of the open channel.

import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { Avatar } from "./avatar";
import { useSession } from "./here";
import { Icon } from "./icon";
import { Introduction } from "./introduction";
import { Message } from "./message";
import { dayOf, written } from "./moment";
import { channelName } from "./channels";
import { failuresBetween } from "./failures";
import type { Sending } from "./session";
import { type Message as Said, MessageType } from "./wire";

/** Messages closer together than this, by one author, stand as one. */
const together = 7 * 60e3;
/** As close to the end as this counts as being there. */
const nearEnd = 60;

export function Log() {
  const session = useSession();
  const channel = session.open.value;
  const messages = session.log(channel).value;
  const sending = session.sending.value.filter((one) => one.channel === channel);
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const stuck = useRef(true);
  const [away, setAway] = useState(false);
  const [missed, setMissed] = useState(0);
  const [current, setCurrent] = useState("");

  const toEnd = () => {
    stuck.current = true;
    setAway(false);
    setMissed(0);
    const box = scroller.current;
    if (box) box.scrollTop = box.scrollHeight;
  };

  // Another channel, or another member: at its end.
  useLayoutEffect(() => {
    toEnd();
    setCurrent("");
  }, [channel, session.world.value?.me, messages === null]);

  // Pictures and edits change how tall things are; who is at the end stays there.
  useEffect(() => {
    const watcher = new ResizeObserver(() => {
      const box = scroller.current;
      if (stuck.current && box) box.scrollTop = box.scrollHeight;
    });
    watcher.observe(content.current!);
    watcher.observe(scroller.current!);
    return () => watcher.disconnect();
  }, []);

  // One's own doings are always shown; what others do waits if one reads above.
  const fresh = session.fresh.value;
  useLayoutEffect(() => {
    const message = messages?.find(({ id }) => id === fresh);
    if (!message) return;
    // What only oneself can see answers something that one has done.
    const me = session.world.value?.me;
    const mine = message.author.id === me || message.by?.id === me || message.ephemeral;
    if (stuck.current || mine) toEnd();
    else setMissed((count) => count + 1);
  }, [fresh]);
  useLayoutEffect(() => {
    if (sending.length) toEnd();
  }, [sending.length]);

  const onScroll = () => {
    const box = scroller.current!;
    stuck.current = box.scrollHeight - box.scrollTop - box.clientHeight < nearEnd;
    setAway(!stuck.current);
    if (stuck.current) setMissed(0);
  };

  const all = messages ?? [];
  const tabbed = all.some(({ id }) => id === current) ? current : all.at(-1)?.id;
  const onKey = (event: KeyboardEvent) => {
    const on = (event.target as HTMLElement).dataset.message;
    if (!on) {
      // Out of a message's buttons, back to the message.
      if (event.key === "Escape") (event.target as HTMLElement).closest<HTMLElement>("[data-message]")?.focus();
      return;
    }
    const at = all.findIndex(({ id }) => id === on);
    const to = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: all.length - 1 }[event.key];
    const next = to === undefined ? undefined : all[to];
    if (!next) return;
    event.preventDefault();
    setCurrent(next.id);
    document.getElementById(`message-${next.id}`)?.focus();
  };
  const open = session.channel.value;

  return (
    <div class="log">
      <div class="scroller" ref={scroller} onScroll={onScroll}>
        <div class="log-content" ref={content}>
          {messages === null ? <p class="soft loading">Fetching the messages…</p> : (
            <>
              {open && <Beginning name={channelName(open, session.botName.value)} thread={!!open.parent} dm={open.kind === 1} />}
              <Introduction />
              {/* The list is no live region: boards change all the time. What is new is read out beside it. */}
              <ol class="messages" aria-label="Messages" onKeyDown={onKey} onFocusIn={(event) => {
                const on = (event.target as HTMLElement).closest<HTMLElement>("[data-message]")?.dataset.message;
                if (on) setCurrent(on);
              }}>
                {all.map((message, i) => {
                  const before = all[i - 1];
                  const day = !before || dayOf(before.at) !== dayOf(message.at);
                  const line = day && <li key={`day ${message.id}`} class="day"><span>{written(message.at, "D", 0)}</span></li>;
                  return [failuresBetween(sending, before?.id, message.id).map(lineOf), line, <Message key={message.id} message={message} head={day || begins(message, before)} tab={message.id === tabbed ? 0 : -1} />];
                })}
                {failuresBetween(sending, all.at(-1)?.id).map(lineOf)}
                {sending.filter(({ state }) => state === "pending").map(lineOf)}
              </ol>
            </>
          )}
        </div>
      </div>
      {away && (
        <button type="button" class="to-end" onClick={toEnd} data-control="to-end">
          {missed ? `${missed} new ${missed === 1 ? "message" : "messages"}` : "To the newest"}<Icon name="down" />
        </button>
      )}
    </div>
  );
}

const lineOf = ({ n, command, state }: Sending) => <SendingLine key={`sending ${n}`} n={n} command={command} failed={state === "failed"} />;

/** Whether a message shows who wrote it. */
function begins(message: Said, before: Said | undefined): boolean {
  if (!before || before.type === MessageType.threadBegan) return true;
  return before.author.id !== message.author.id || message.at - before.at > together || message.type === MessageType.command ||
    message.type === MessageType.reply || !!before.ephemeral !== !!message.ephemeral;
}

function Beginning({ name, thread, dm }: { name: string; thread: boolean; dm: boolean }) {
  return (
    <div class="beginning">
      <span class="big" aria-hidden="true"><Icon name={dm ? "at" : thread ? "thread" : "hash"} /></span>
      <h2>{dm ? name : thread ? name : `Welcome to #${name}`}</h2>
      <p class="soft">{dm ? `This is where you and ${name} talk alone.` : thread ? "This is where the thread begins." : `This is where #${name} begins.`}</p>
    </div>
  );
}

/** A command that is on its way, or has failed. */
function SendingLine({ n, command, failed }: { n: number; command: string; failed: boolean }) {
  const session = useSession();
  const me = session.me.value;
  return (
    <li class={`message head sending${failed ? " ephemeral" : ""}`} data-state={failed ? undefined : "pending"}>
      <div class="before">{me && <Avatar person={me} small />}<strong class="of-me">{me?.name}</strong> used <span class="used">/{command}</span></div>
      <Avatar person={{ id: "", name: session.botName.value }} bot />
      <div class="by"><span class="author" data-bot>{session.botName.value}</span><span class="app-tag">APP</span></div>
      <div class="body">
        {failed ? (
          <>
            <p class="failed" data-state="failed"><Icon name="warn" />The application did not respond</p>
            <p class="only-you"><Icon name="eye" />Only you can see this{" · "}<button type="button" class="as-link" onClick={() => session.dismissSending(n)}>Dismiss message</button></p>
          </>
        ) : <p class="thinking"><span class="busy-dots" aria-hidden="true"><i /><i /><i /></span> Sending the command…</p>}
      </div>
    </li>
  );
}
