// The page as a whole.

import { signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { channelIcon, channelName, Channels } from "./channels";
import { Composer } from "./composer";
import { Composing, InHand } from "./composing";
import { FormDialog } from "./form";
import { useSession } from "./here";
import { Apple, Icon } from "./icon";
import { Log } from "./log";
import { Members } from "./members";
import { keptTheme, Panel, wear } from "./panel";
import type { Toast } from "./session";
import { Zoom, type Zoomed, ZoomOf } from "./zoom";

type Drawer = "channels" | "panel" | null;

export function App() {
  const session = useSession();
  const composing = useMemo(() => new Composing(session), []);
  const zoom = useMemo(() => signal<Zoomed>(null), []);
  const [drawer, setDrawer] = useState<Drawer>(null);
  // The section that the keyboard goes to when the drawer closes, if not to what opened it.
  const onward = useRef("");
  const close = (to = "") => {
    onward.current = to;
    setDrawer(null);
  };
  // A column that always stands there keeps the keyboard.
  const onGo = () => drawer && close("write");
  useLayoutEffect(() => wear(keptTheme()), []);
  useEffect(() => {
    if (session.ready.value) document.body.dataset.ready = "true";
    else delete document.body.dataset.ready;
  }, [session.ready.value]);
  const channel = session.channel.value;
  const me = session.me.value;
  const name = channel ? channelName(channel, session.botName.value) : "";
  useEffect(() => {
    document.title = [name && `${channel?.parent || channel?.kind === 1 ? "" : "#"}${name}`, me?.name, "Windfall sandbox"].filter(Boolean).join(" · ");
  }, [name, me?.name]);
  useShortcuts();

  return (
    <InHand.Provider value={composing}>
      <ZoomOf.Provider value={zoom}>
        <a class="skip" href="#messages" onClick={skipTo("messages")}>To the messages</a>
        <a class="skip" href="#write" onClick={skipTo("write")}>To the composer</a>
        <div class="frame" data-drawer={drawer ?? undefined}>
          <header class="top" inert={drawer !== null}>
            <DrawerButton of="channels" now={drawer} set={setDrawer} label="Channels" />
            <h1><Apple /><span>Windfall sandbox</span></h1>
            <Members />
            <DrawerButton of="panel" now={drawer} set={setDrawer} label="Sandbox controls" />
          </header>
          <DrawerBox of="channels" now={drawer} onward={onward} onClose={close} label="Channels" as="nav"><Channels onGo={onGo} /></DrawerBox>
          <main inert={drawer !== null}>
            <Banner />
            <div class="channel-head">
              {channel && <Icon name={channelIcon(channel)} />}
              <h2>{name || " "}</h2>
              {channel?.parent && <InParent id={channel.parent} />}
            </div>
            <section id="messages" class="messages-section" aria-label={`Messages in ${name}`} tabIndex={-1}><Log /></section>
            <section id="write" aria-label="Write" tabIndex={-1}><Composer /></section>
          </main>
          <DrawerBox of="panel" now={drawer} onward={onward} onClose={close} label="Sandbox controls" as="aside"><Panel /></DrawerBox>
          <div class="scrim" onClick={() => close()} />
        </div>
        <Toasts />
        <Heard />
        <FormDialog />
        <Zoom />
      </ZoomOf.Provider>
    </InHand.Provider>
  );
}

/** Moves the focus without changing the address, which says who one is. */
function skipTo(id: string) {
  return (event: Event) => {
    event.preventDefault();
    enter(id);
  };
}

/** Puts the keyboard into the section of messages or the one of the composer. */
function enter(id: string): void {
  const section = document.getElementById(id);
  const inside = section?.querySelector<HTMLElement>(id === "write" ? "textarea, input" : ".messages > [tabindex='0']");
  (inside ?? section)?.focus();
}

/** Alt with an arrow goes through the channels. */
function useShortcuts(): void {
  const session = useSession();
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const step = event.altKey && !event.ctrlKey && !event.metaKey ? { ArrowDown: 1, ArrowUp: -1 }[event.key] : undefined;
      if (!step || document.querySelector("dialog[open]")) return;
      const all = session.channels.value;
      const at = all.findIndex(({ id }) => id === session.open.value);
      const next = all[(at + step + all.length) % all.length];
      if (!next) return;
      event.preventDefault();
      session.go(next.id);
      session.announce(channelName(next, session.botName.value));
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
}

type DrawerButtonProps = { of: "channels" | "panel"; now: Drawer; set(drawer: Drawer): void; label: string };

function DrawerButton({ of, now, set, label }: DrawerButtonProps) {
  const session = useSession();
  const marks = of === "channels" ? session.channels.value.reduce((sum, { id }) => sum + (id === session.open.value ? 0 : session.unread(id).lit), 0) : 0;
  const faults = of === "panel" ? (session.world.value?.bot.faults?.length ?? 0) : 0;
  return (
    <button
      type="button" class={`drawer-button to-${of}`} aria-expanded={now === of} aria-controls={`drawer-${of}`} title={label}
      onClick={() => set(now === of ? null : of)} data-control={`drawer-${of}`}
    >
      <Icon name={of === "channels" ? "menu" : "tools"} />
      <span class="away">{label}{marks ? `, ${marks} for you` : ""}{faults ? `, ${faults} switched on` : ""}</span>
      {marks + faults > 0 && <span class="badge" aria-hidden="true">{marks + faults}</span>}
    </button>
  );
}

type DrawerBoxProps = { of: "channels" | "panel"; now: Drawer; onward: { current: string }; onClose(): void; label: string; as: "nav" | "aside"; children: ComponentChildren };

/** A column that is a drawer where there is no room for it. */
function DrawerBox({ of, now, onward, onClose, label, as: Tag, children }: DrawerBoxProps) {
  const box = useRef<HTMLElement>(null);
  const open = now === of;
  // What opened it is out of reach now, so the keyboard has to be inside at once.
  useLayoutEffect(() => {
    if (!open) return;
    const inside = box.current!;
    (inside.querySelector<HTMLElement>("[aria-current]") ?? inside.querySelector<HTMLElement>("button"))?.focus();
    const onKey = (event: KeyboardEvent) => {
      if (event.key === "Escape") onClose();
    };
    // In a wider window there may be room for it.
    const width = innerWidth;
    const onResize = () => innerWidth !== width && onClose();
    document.addEventListener("keydown", onKey);
    addEventListener("resize", onResize);
    return () => {
      document.removeEventListener("keydown", onKey);
      removeEventListener("resize", onResize);
      const at = document.activeElement;
      if (at && at !== document.body && !inside.contains(at)) return;
      if (onward.current) {
        enter(onward.current);
        return;
      }
      // In a window that has become wide there is no button, and the column stays.
      const opener = document.querySelector<HTMLElement>(`[data-control="drawer-${of}"]`);
      if (opener?.checkVisibility()) opener.focus();
    };
  }, [open]);
  return (
    <Tag ref={box as never} id={`drawer-${of}`} class={`drawer ${of}${open ? " open" : ""}`} aria-label={label}>
      {open && <button type="button" class="dismiss" aria-label={`Close ${label.toLowerCase()}`} onClick={() => onClose()}><Icon name="close" /></button>}
      {children}
    </Tag>
  );
}

function InParent({ id }: { id: string }) {
  const session = useSession();
  const parent = session.channels.value.find((channel) => channel.id === id);
  if (!parent) return null;
  return <span class="in-parent">thread in <button type="button" class="as-link" onClick={() => session.go(id)}>#{parent.name}</button></span>;
}

/** Says so when the page has lost the sandbox. */
function Banner() {
  const session = useSession();
  const lost = session.link.value === "lost";
  return (
    <div class="banner" role="status" data-state={lost ? "lost" : undefined}>
      {lost && <p>The connection to the sandbox is lost. The page is trying to get it back; if the sandbox has ended, start it again and open the address that it prints.</p>}
    </div>
  );
}

const toastFor = 9000;

function Toasts() {
  const session = useSession();
  return (
    <div class="toasts" role="status">
      {session.toasts.value.map((toast) => <ToastLine key={toast.key} toast={toast} />)}
    </div>
  );
}

function ToastLine({ toast: { key: id, text, channel } }: { toast: Toast }) {
  const session = useSession();
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(() => session.drop(id), toastFor);
    return () => clearTimeout(timer);
  }, [held]);
  return (
    <p class="toast" data-state="toast" onPointerEnter={() => setHeld(true)} onPointerLeave={() => setHeld(false)} onFocusIn={() => setHeld(true)} onFocusOut={() => setHeld(false)}>
      <span>{text}</span>
      {channel && <button type="button" class="as-link" onClick={() => {
        session.go(channel);
        session.drop(id);
      }}>Go there</button>}
      <button type="button" class="dismiss" aria-label="Close this notice" onClick={() => session.drop(id)}><Icon name="close" /></button>
    </p>
  );
}

/** What screen readers read out as it happens. */
function Heard() {
  const session = useSession();
  return <div class="away" role="log" aria-live="polite" aria-label="What happens">{session.heard.value.map(({ key, text }) => <p key={key}>{text}</p>)}</div>;
}
