// The list of channels and threads.

import { useSession } from "./here";
import { Icon, type IconName } from "./icon";
import { type Channel, ChannelKind } from "./wire";

/** What a channel is called. */
export function channelName(channel: Channel, bot: string): string {
  return channel.kind === ChannelKind.dm ? bot : channel.name;
}

/** What stands before a channel's name. */
export function channelIcon(channel: Channel): IconName {
  return channel.kind === ChannelKind.dm ? "at" : channel.parent ? (channel.locked ? "lock" : "thread") : "hash";
}

export function Channels({ onGo }: { onGo(): void }) {
  const session = useSession();
  const all = session.channels.value;
  const top = all.filter(({ kind, parent }) => kind !== ChannelKind.dm && !parent);
  const dms = all.filter(({ kind }) => kind === ChannelKind.dm);
  const threads = (id: string) => all.filter(({ parent }) => parent === id);
  return (
    <>
      <h2 class="guild">{session.world.value?.guild}</h2>
      <h3>Channels</h3>
      <ul class="channel-list">
        {top.map((channel) => (
          <li key={channel.id}>
            <ChannelLink channel={channel} onGo={onGo} />
            {threads(channel.id).length > 0 && (
              <ul aria-label={`Threads in ${channel.name}`}>
                {threads(channel.id).map((thread) => <li key={thread.id}><ChannelLink channel={thread} onGo={onGo} /></li>)}
              </ul>
            )}
          </li>
        ))}
      </ul>
      <h3>Direct messages</h3>
      <ul class="channel-list">{dms.map((channel) => <li key={channel.id}><ChannelLink channel={channel} onGo={onGo} /></li>)}</ul>
    </>
  );
}

function ChannelLink({ channel, onGo }: { channel: Channel; onGo(): void }) {
  const session = useSession();
  const open = session.open.value === channel.id;
  const unread = open ? { all: 0, lit: 0 } : session.unread(channel.id);
  const go = () => {
    session.go(channel.id);
    onGo();
  };
  return (
    <button
      type="button" class={`channel${unread.all ? " unread" : ""}${channel.archived ? " archived" : ""}`}
      aria-current={open ? "page" : undefined} data-channel={channel.id} onClick={go}
    >
      <Icon name={channelIcon(channel)} />
      <span class="channel-name">{channelName(channel, session.botName.value)}</span>
      {channel.archived && <span class="note">archived</span>}
      {unread.all > 0 && unread.lit === 0 && <span class="away">, {unread.all} unread</span>}
      {unread.lit > 0 && <span class="badge"><span aria-hidden="true">{unread.lit}</span><span class="away">, {unread.lit} for you</span></span>}
    </button>
  );
}
