// Where the lines about commands that failed stand.

import { byAge, type Sending } from "./session";

/**
 * The failed commands of a channel that stand between two of its messages:
 * those that were run while before was the newest, or one that came between the
 * two and is gone by now. Without before they stand above all messages, without
 * next below all.
 */
export function failuresBetween(sending: readonly Sending[], before: string | undefined, next?: string): Sending[] {
  return sending.filter(({ state, after }) => state === "failed" &&
    (before === undefined || byAge(after, before) >= 0) && (next === undefined || byAge(after, next) < 0));
}
