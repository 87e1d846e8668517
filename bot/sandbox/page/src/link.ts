// The WebSocket to the server. It comes back by itself when it is lost.

import type { Ask, Note } from "./wire";

/** How the link is: "joining" at first, "lost" while it tries to come back. */
export type LinkState = "joining" | "open" | "lost";

const firstWait = 300;
const longestWait = 5000;

/** A Link carries what one member asks and what that member is told. */
export class Link {
  #socket: WebSocket | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #wait = firstWait;
  #closed = false;

  constructor(
    private readonly address: string,
    private readonly onNote: (note: Note) => void,
    private readonly onState: (state: LinkState, everOpen: boolean) => void,
  ) {
    this.#connect(false);
  }

  #connect(everOpen: boolean): void {
    const socket = new WebSocket(this.address);
    this.#socket = socket;
    socket.onopen = () => {
      everOpen = true;
      this.#wait = firstWait;
      this.onState("open", true);
    };
    socket.onmessage = (event) => {
      if (this.#socket === socket) this.onNote(JSON.parse(String(event.data)) as Note);
    };
    socket.onclose = () => {
      if (this.#closed || this.#socket !== socket) return;
      this.onState("lost", everOpen);
      if (this.#closed) return;
      this.#timer = setTimeout(() => this.#connect(everOpen), this.#wait);
      this.#wait = Math.min(this.#wait * 1.7, longestWait);
    };
  }

  /** Sends an ask and reports whether there was a connection to send it on. */
  send(ask: Ask & { n: number }): boolean {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(ask));
    return true;
  }

  /** Tries at once instead of when the pause is over. */
  hurry(): void {
    if (this.#closed || !this.#socket || this.#socket.readyState !== WebSocket.CLOSED) return;
    clearTimeout(this.#timer);
    this.#wait = firstWait;
    this.#connect(true);
  }

  /** Ends the link for good. */
  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#socket?.close();
  }
}

/** The address at which a member's link opens, by that of the page, whose token it needs. */
export function linkAddress(page: string, member: string | null): string {
  const at = new URL("live", page);
  at.search = new URL(page).search;
  at.protocol = at.protocol === "https:" ? "wss:" : "ws:";
  if (member) at.searchParams.set("member", member);
  return at.href;
}
