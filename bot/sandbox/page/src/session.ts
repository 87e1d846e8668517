// What the page knows and what it does: the world as one member sees it.

import { batch, computed, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import { Link, linkAddress, type LinkState } from "./link";
import { type Action, type Ask, type Channel, ChannelKind, type Choice, type Command, type Form, type Message, type Note, type Person, type World } from "./wire";
import { spoken } from "./spoken";

/** A line of the page's own about a command that is on its way or has failed. After is the message that was the newest. */
export type Sending = { n: number; channel: string; command: string; after: string; state: "pending" | "failed" };

/** A form that waits to be filled in. */
export type OpenForm = { n: number; channel: string; form: Form; state: "open" | "pending"; error: string };

/** A sentence in the corner, with a place to go to if there is one. */
export type Toast = { key: number; text: string; channel?: string };

/** How a command ended for the composer: a sentence if it was refused. */
export type Ended = { refused?: string };

type Log = Signal<readonly Message[] | null>;

/** Says which of two snowflakes is the older. */
export function byAge(a: string, b: string): number {
  return a.length - b.length || (a < b ? -1 : a > b ? 1 : 0);
}

const longestQueue = 40;

/** A Session is one page: one member at a time, one open channel. */
export class Session {
  /** Null until the server has said it. */
  readonly world = signal<World | null>(null);
  readonly link = signal<LinkState>("joining");
  /** The open channel's id. */
  readonly open = signal("");
  readonly sending = signal<readonly Sending[]>([]);
  readonly form = signal<OpenForm | null>(null);
  readonly toasts = signal<readonly Toast[]>([]);
  /** What is read out to those who do not see it arrive. */
  readonly heard = signal<readonly { key: number; text: string }[]>([]);
  /** Presses on their way, as "message custom-id". */
  readonly pressing = signal<ReadonlySet<string>>(new Set());
  /** Messages of which a press failed, with what to say about it. */
  readonly failed = signal<ReadonlyMap<string, string>>(new Map());
  /** The sandbox's clock, a second at a time. */
  readonly now = signal(Date.now());
  /** The newest message that was read, by channel. */
  readonly read = signal<Readonly<Record<string, string>>>({});
  /** The last message that came while the page was there to see it. */
  readonly fresh = signal("");

  readonly me: ReadonlySignal<Person | undefined> = computed(() => this.person(this.world.value?.me ?? ""));
  readonly channel: ReadonlySignal<Channel | undefined> = computed(() => this.channels.value.find(({ id }) => id === this.open.value));
  readonly channels: ReadonlySignal<readonly Channel[]> = computed(() => this.world.value?.channels ?? []);
  /** Who is where: a member in a channel. */
  readonly place: ReadonlySignal<string> = computed(() => `${this.world.value?.me ?? ""} ${this.open.value}`);
  /** Everybody who can be named, the bot too. */
  readonly people: ReadonlySignal<readonly Person[]> = computed(() => {
    const world = this.world.value;
    return world ? [...(world.members ?? []), { id: world.botId, name: this.botName.value }] : [];
  });
  readonly botName = signal("Windfall");
  /** The commands of the open channel. */
  readonly commands: ReadonlySignal<readonly Command[]> = computed(() => {
    const world = this.world.value;
    return (this.channel.value?.kind === ChannelKind.dm ? world?.inDM : world?.commands) ?? [];
  });
  /** True once the open channel's messages are there. */
  readonly ready: ReadonlySignal<boolean> = computed(() => this.link.value === "open" && !!this.channel.value && this.log(this.open.value).value !== null);

  #link: Link | null = null;
  #asks = new Map<number, (action: Action) => void>();
  #logs = new Map<string, Log>();
  #loading = new Map<string, Note[]>();
  #n = 0;
  #key = 0;
  #ahead = 0;
  #stale = false;
  /** When the page was loaded, by the sandbox's clock; nothing before the server has said so. */
  #since: number | undefined;

  constructor(private readonly page: Location, private readonly keep: Storage) {
    setInterval(() => this.#tick(), 1000);
    addEventListener("hashchange", () => this.#follow());
    addEventListener("online", () => this.#link?.hurry());
    document.addEventListener("visibilitychange", () => this.#markRead());
    this.#follow();
  }

  /** Goes on as the member that the address names. */
  #follow(): void {
    const id = decodeURIComponent(this.page.hash.slice(1));
    if (id === "" || id !== this.world.value?.me) this.#connect(id || null);
  }

  #connect(member: string | null): void {
    this.#link?.close();
    this.#asks.clear();
    batch(() => {
      this.link.value = "joining";
      this.sending.value = [];
      this.form.value = null;
      this.pressing.value = new Set();
      this.failed.value = new Map();
      this.heard.value = [];
      this.toasts.value = [];
      for (const log of this.#logs.values()) log.value = null;
    });
    this.#logs.clear();
    this.#loading.clear();
    this.#link = new Link(linkAddress(this.page.href, member), (note) => this.#hear(note), (state, everOpen) => {
      // A member of a server that has begun anew: whoever is there will do.
      if (state === "lost" && !everOpen && member !== null) {
        this.#connect(null);
        return;
      }
      batch(() => {
        this.link.value = state;
        if (state === "lost") {
          this.#stale = true;
          this.#loading.clear();
          this.#asks.clear();
          this.sending.value = this.sending.value.filter(({ state }) => state === "failed");
          this.pressing.value = new Set();
          if (this.form.value) this.form.value = { ...this.form.value, state: "open" };
        }
      });
    });
  }

  /** The address of a window as another member. */
  addressOf(id: string): string {
    return `${this.page.pathname}${this.page.search}#${encodeURIComponent(id)}`;
  }

  /** Becomes another member. */
  become(id: string): void {
    if (id !== this.world.value?.me) this.page.hash = id;
  }

  /** Finds a person by id. */
  person(id: string): Person | undefined {
    return this.people.value.find((person) => person.id === id);
  }

  /** Whether an id is the bot's. */
  isBot(id: string | number | boolean): boolean {
    return id === this.world.value?.botId;
  }

  /** The messages of a channel, null while they are not there yet. */
  log(channel: string): Log {
    let found = this.#logs.get(channel);
    if (!found) this.#logs.set(channel, (found = signal<readonly Message[] | null>(null)));
    return found;
  }

  #hear(note: Note): void {
    batch(() => {
      switch (note.kind) {
        case "world":
          if (note.world) this.#enter(note.world);
          return;
        case "clock":
          if (note.clock) this.#setClock(note.clock.now);
          return;
        case "bot":
          if (note.bot && this.world.value) this.world.value = { ...this.world.value, bot: note.bot };
          return;
        case "action":
          if (note.action) this.#asks.get(note.action.n)?.(note.action);
          return;
        default:
          this.#change(note);
      }
    });
  }

  #enter(world: World): void {
    const before = this.world.value;
    const again = before?.me === world.me && this.#logs.size > 0 && [...this.#logs.values()].some(({ value }) => value);
    this.#setClock(world.clock.now);
    this.#since ??= world.clock.now;
    this.world.value = world;
    const channels = world.channels ?? [];
    if (before?.me !== world.me) {
      this.read.value = JSON.parse(this.keep.getItem(`read ${world.me}`) ?? "{}") as Record<string, string>;
      // The address names who one is, but nothing that "back" should undo.
      if (this.page.hash.slice(1) !== world.me) history.replaceState(null, "", `#${world.me}`);
    }
    const wanted = this.open.value || this.keep.getItem("channel") || "";
    if (!channels.some(({ id }) => id === wanted)) this.open.value = channels[0]?.id ?? "";
    else this.open.value = wanted;
    if (again) {
      for (const one of channels) {
        if (one.parent && !before?.channels?.some(({ id }) => id === one.id)) {
          this.toast(`A new thread: ${one.name}`, one.id);
        }
      }
    }
    // After a lost connection everything is fetched anew; until it has come
    // what was there stays.
    for (const { id } of channels) if (this.#stale || this.log(id).value === null) this.#load(id);
    this.#stale = false;
  }

  /** Fetches a channel's messages. What happens meanwhile is done again on top of them. */
  #load(channel: string): void {
    if (this.#loading.has(channel)) return;
    const meanwhile: Note[] = [];
    this.#loading.set(channel, meanwhile);
    const sent = this.ask({ do: "open", channel }, (action) => {
      if (action.state !== "done" && action.state !== "failed" && action.state !== "refused" && !action.history) return;
      this.#loading.delete(channel);
      const history = (action.history ?? []).filter((message) => !this.#isOver(message)).map((message) => this.#withLight(message));
      this.log(channel).value = history.sort((a, b) => byAge(a.id, b.id));
      for (const note of meanwhile) this.#apply(note);
      this.#markRead();
    });
    if (!sent) this.#loading.delete(channel);
  }

  /** As from Discord's client, messages for one's own eyes go when the page is loaded anew. */
  #isOver({ ephemeral, at }: Message): boolean {
    return !!ephemeral && at < (this.#since ?? 0);
  }

  #change(note: Note): void {
    const { message } = note;
    if (message && this.#isOver(message)) return;
    const channel = message?.channel ?? note.gone?.channel ?? "";
    if (message?.byBot) this.botName.value = message.author.name;
    this.#loading.get(channel)?.push(note);
    const before = message && this.log(channel).value?.find(({ id }) => id === message.id);
    this.#apply(note);
    if (!message || channel !== this.open.value) return;
    this.#markRead();
    if (note.kind === "create") this.fresh.value = message.id;
    if (message.author.id !== this.world.value?.me) this.announce(spoken(message, this, before));
  }

  /** What a person writes notifies whoever it names; only a bot can name people in silence. */
  #withLight(message: Message): Message {
    const me = this.world.peek()?.me;
    if (message.lit || message.byBot || !me || message.author.id === me) return message;
    return new RegExp(`<@!?${me}>`).test(message.content ?? "") ? { ...message, lit: true } : message;
  }

  #apply(note: Note): void {
    const { gone } = note;
    const message = note.message && this.#withLight(note.message);
    const log = this.log(message?.channel ?? gone?.channel ?? "");
    const all = log.value ?? [];
    // A channel that was never fetched is fetched whole.
    if (log.value === null) return;
    if (gone) {
      log.value = all.filter(({ id }) => id !== gone.id);
      return;
    }
    if (!message) return;
    const at = all.findIndex(({ id }) => id === message.id);
    log.value = at >= 0 ? all.with(at, message) : [...all, message].sort((a, b) => byAge(a.id, b.id));
  }

  #setClock(now: number): void {
    this.#ahead = now - performance.now();
    this.#tick();
  }

  #tick(): void {
    this.now.value = Math.floor((performance.now() + this.#ahead) / 1000) * 1000;
  }

  /** Reads out a sentence. */
  announce(text: string): void {
    if (text) this.heard.value = [...this.heard.value, { key: ++this.#key, text }].slice(-longestQueue);
  }

  /** Shows a sentence in the corner. */
  toast(text: string, channel?: string): void {
    const toast = { key: ++this.#key, text, ...(channel ? { channel } : {}) };
    this.toasts.value = [...this.toasts.value.filter((one) => one.text !== text), toast].slice(-3);
  }

  /** Takes a sentence away. */
  drop(key: number): void {
    this.toasts.value = this.toasts.value.filter((toast) => toast.key !== key);
  }

  /** Opens a channel. */
  go(channel: string): void {
    this.open.value = channel;
    this.toasts.value = this.toasts.value.filter((toast) => toast.channel !== channel);
    this.keep.setItem("channel", channel);
    if (this.log(channel).value === null) this.#load(channel);
    this.#markRead();
  }

  #markRead(): void {
    const channel = this.open.value;
    const last = this.log(channel).value?.at(-1)?.id;
    const me = this.world.value?.me;
    if (!last || !me || document.hidden || this.read.value[channel] === last) return;
    this.read.value = { ...this.read.value, [channel]: last };
    this.keep.setItem(`read ${me}`, JSON.stringify(this.read.value));
  }

  /** How many messages of a channel were not read, and how many of them were for this member. */
  unread(channel: string): { all: number; lit: number } {
    const since = this.read.value[channel] ?? "";
    const fresh = (this.log(channel).value ?? []).filter(({ id, author }) => byAge(id, since) > 0 && author.id !== this.world.value?.me);
    return { all: fresh.length, lit: fresh.filter(({ lit }) => lit).length };
  }

  /** Sends an ask, hears how it goes, and reports whether it could be sent. */
  ask(ask: Ask, hear: (action: Action) => void = (action) => this.#complain(action)): number {
    const n = ++this.#n;
    this.#asks.set(n, (action) => {
      hear(action);
      if (action.state !== "pending" && action.state !== "thinking") this.#asks.delete(n);
    });
    if (this.#link?.send({ n, ...ask })) return n;
    this.#asks.delete(n);
    this.toast("There is no connection to the sandbox just now.");
    return 0;
  }

  #complain({ state, error }: Action): void {
    if (state === "refused" || state === "failed") this.toast(sentence(error) || "That did not work.");
  }

  /** Presses a button, or chooses values in a select. */
  press(message: Message, customId: string, values?: string[]): void {
    const key = `${message.id} ${customId}`;
    if (this.pressing.value.has(key)) return;
    const mark = (busy: boolean) => {
      const next = new Set(this.pressing.value);
      if (busy) next.add(key);
      else next.delete(key);
      this.pressing.value = next;
    };
    const failed = new Map(this.failed.value);
    failed.delete(message.id);
    this.failed.value = failed;
    const n = this.ask({ do: "press", channel: message.channel, message: message.id, customId, ...(values ? { values } : {}) }, (action) => {
      if (action.state === "pending") return;
      mark(false);
      if (action.state === "failed") {
        this.failed.value = new Map(this.failed.value).set(message.id, "This interaction failed");
        this.announce("This interaction failed");
      }
      if (action.state === "refused") this.#complain(action);
      this.#maybeForm(n, message.channel, action);
    });
    if (n) mark(true);
  }

  #maybeForm(n: number, channel: string, { state, form }: Action): void {
    if (state === "form" && form) this.form.value = { n, channel, form, state: "open", error: "" };
  }

  /** Runs a command and tells how it was taken. */
  run(command: Command, options: Record<string, string | number | boolean>, ended: (how: Ended) => void): boolean {
    const channel = this.open.value;
    const line = { channel, command: command.path, after: this.log(channel).value?.at(-1)?.id ?? "" };
    const n = this.ask({ do: "run", channel, command: command.path, options }, (action) => {
      const rest = this.sending.value.filter((one) => one.n !== n);
      switch (action.state) {
        case "pending":
          return;
        case "failed":
          this.sending.value = [...rest, { ...line, n, state: "failed" }];
          this.announce("The application did not respond");
          break;
        case "refused":
          this.sending.value = rest;
          ended({ refused: sentence(action.error) || "That did not work." });
          return;
        default:
          this.sending.value = rest;
      }
      this.#maybeForm(n, channel, action);
      ended({});
    });
    if (!n) return false;
    this.sending.value = [...this.sending.value, { ...line, n, state: "pending" }];
    return true;
  }

  /** Takes a line about a failed command away. */
  dismissSending(n: number): void {
    this.sending.value = this.sending.value.filter((one) => one.n !== n);
  }

  /** Says something in the open channel. */
  say(text: string, ended: (how: Ended) => void): boolean {
    return !!this.ask({ do: "say", channel: this.open.value, text }, ({ state, error }) => {
      if (state === "refused" || state === "failed") ended({ refused: sentence(error) || "That did not work." });
    });
  }

  /** Asks the bot what an option may be. */
  complete(command: Command, typing: string, options: Record<string, string | number | boolean>, hear: (choices: Choice[]) => void): void {
    this.ask({ do: "complete", channel: this.open.value, command: command.path, typing, options }, ({ state, choices }) => {
      if (state === "choices") hear(choices ?? []);
      else if (state !== "pending") hear([]);
    });
  }

  /** Sends the form that is open. */
  submit(fields: Record<string, string>): void {
    const form = this.form.value;
    if (!form || form.state === "pending") return;
    const n = this.ask({ do: "submit", channel: form.channel, formOf: form.n, fields }, (action) => {
      const now = this.form.value;
      if (now?.n !== form.n) return;
      if (action.state === "pending") return;
      if (action.state === "failed" || action.state === "refused") {
        this.form.value = { ...now, state: "open", error: sentence(action.error) || "Something went wrong. Try again." };
        return;
      }
      this.form.value = null;
      this.#maybeForm(n, form.channel, action);
    });
    if (n) this.form.value = { ...form, state: "pending", error: "" };
  }
}

/** Makes a sentence of an error: a capital at its head and a full stop. */
export function sentence(text: string | undefined): string {
  if (!text) return "";
  const head = text.charAt(0).toLocaleUpperCase("en") + text.slice(1);
  return /[.!?…]$/.test(head) ? head : `${head}.`;
}
