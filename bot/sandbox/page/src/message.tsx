// One message.

import { useRef } from "preact/hooks";
import { useKeptFocus } from "./focus";
import { memo } from "./memo";
import { Avatar } from "./avatar";
import { useSession } from "./here";
import { Icon } from "./icon";
import { stamp, written } from "./moment";
import { Files, Parts } from "./parts";
import { Prose } from "./prose";
import { excerpt, spoken } from "./spoken";
import { type Message as Said, MessageType } from "./wire";

type Props = {
  message: Said;
  /** It stands alone or begins what one author says in a row. */
  head: boolean;
  /** Its place in the order of Tab: 0 for the one that has it. */
  tab: number;
};

export const Message = memo(function Message(props: Props) {
  return props.message.type === MessageType.threadBegan ? <ThreadBegan {...props} /> : <Spoken {...props} />;
});

function Spoken({ message, head, tab }: Props) {
  const session = useSession();
  const box = useRef<HTMLLIElement>(null);
  useKeptFocus(box);
  const failed = session.failed.value.get(message.id);
  const mine = message.author.id === session.world.value?.me && !message.ephemeral;
  const bot = message.byBot ?? false;
  const classes = ["message", head ? "head" : "", message.lit ? "lit" : "", message.ephemeral ? "ephemeral" : ""].filter(Boolean).join(" ");
  return (
    <li
      ref={box} class={classes} id={`message-${message.id}`} tabIndex={tab} data-message={message.id}
      data-ephemeral={message.ephemeral || undefined} data-lit={message.lit || undefined} aria-label={`${spoken(message, session)}, ${stamp(message.at, session.now.peek())}`}
    >
      <Before message={message} />
      {head && <Avatar person={message.author} bot={bot} />}
      {head && (
        <div class="by">
          <span class="author" data-bot={bot || undefined}>{message.author.name}</span>
          {bot && <span class="app-tag">APP</span>}
          <Stamp at={message.at} />
          {message.lit && <span class="away">This is for you. </span>}
        </div>
      )}
      {!head && <time class="aside-time" dateTime={new Date(message.at).toISOString()} aria-hidden="true">{written(message.at, "t", 0)}</time>}
      <div class="body">
        {message.loading ? (
          <p class="thinking" data-state="thinking"><span class="busy-dots" aria-hidden="true"><i /><i /><i /></span> {message.author.name} is thinking…</p>
        ) : (
          <>
            {message.content && <Prose text={message.content} />}
            <Parts of={message.components} message={message} />
            <Files message={message} />
          </>
        )}
        {message.edited && !message.loading && <span class="edited" title="This message was changed after it was sent">(edited)</span>}
        {failed && <p class="failed" data-state="failed"><Icon name="warn" />{failed}</p>}
        {message.thread && <ThreadCard id={message.thread} />}
        {message.ephemeral && (
          <p class="only-you"><Icon name="eye" />Only you can see this{" · "}
            <button type="button" class="as-link" onClick={() => session.ask({ do: "dismiss", channel: message.channel, message: message.id })}>Dismiss message</button>
          </p>
        )}
      </div>
      {mine && (
        <button
          type="button" class="message-tool" aria-label="Delete this message" title="Delete"
          onClick={() => session.ask({ do: "delete", channel: message.channel, message: message.id })}
        ><Icon name="bin" /></button>
      )}
    </li>
  );
}

function Stamp({ at }: { at: number }) {
  const { now } = useSession();
  // It changes at midnight only.
  const text = stamp(at, now.value);
  return <time class="stamp" dateTime={new Date(at).toISOString()} title={written(at, "F", 0)}>{text}</time>;
}

/** What a message answers: a command or another message. */
function Before({ message }: { message: Said }) {
  const session = useSession();
  if (message.by && message.command) {
    const me = message.by.id === session.world.value?.me;
    return (
      <div class="before">
        <Avatar person={message.by} small /><strong class={me ? "of-me" : ""}>{message.by.name}</strong> used <span class="used">/{message.command}</span>
      </div>
    );
  }
  if (!message.replyTo || message.type !== MessageType.reply) return null;
  const to = session.log(message.channel).value?.find(({ id }) => id === message.replyTo);
  if (!to) return <div class="before"><em>The message that this answers is not here any more.</em></div>;
  const jump = () => document.getElementById(`message-${to.id}`)?.focus();
  return (
    <div class="before">
      <Avatar person={to.author} bot={to.byBot} small /><strong>{to.author.name}</strong> <button type="button" class="as-text" onClick={jump}>{excerpt(to, session)}</button>
    </div>
  );
}

function ThreadCard({ id }: { id: string }) {
  const session = useSession();
  const thread = session.channels.value.find((channel) => channel.id === id);
  if (!thread) return null;
  return (
    <button type="button" class="thread-card" onClick={() => session.go(id)}>
      <Icon name="thread" /><span class="thread-name">{thread.name}</span><span class="go">Open the thread</span>
    </button>
  );
}

function ThreadBegan({ message, tab }: Props) {
  const session = useSession();
  return (
    <li class="message notice" id={`message-${message.id}`} tabIndex={tab} data-message={message.id}>
      <Icon name="thread" />
      <span><strong>{message.author.name}</strong> began a thread: {message.thread
        ? <button type="button" class="as-link" onClick={() => session.go(message.thread!)}>{message.content || "open it"}</button>
        : message.content} <Stamp at={message.at} /></span>
    </li>
  );
}
