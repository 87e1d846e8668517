// How components reach the session that they belong to.

import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { Session } from "./session";

export const Here = createContext<Session | null>(null);

/** The session of the page. */
export function useSession(): Session {
  const session = useContext(Here);
  if (!session) throw new Error("there is no session around this component");
  return session;
}
