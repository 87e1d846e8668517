import assert from "node:assert/strict";
import { test } from "node:test";
import { failuresBetween } from "../src/failures";
import type { Sending } from "../src/session";

const failed = (n: number, after: string): Sending => ({ n, channel: "1", command: "rules", after, state: "failed" });

/** A channel's messages with the numbers of the failures among them. */
function shown(sending: Sending[], messages: string[]): (string | number)[] {
  const numbers = (before: string | undefined, next?: string) => failuresBetween(sending, before, next).map(({ n }) => n);
  return [...messages.flatMap((id, i) => [...numbers(messages[i - 1], id), id]), ...numbers(messages.at(-1))];
}

test("a failure stands below the message that was the newest", () => {
  assert.deepEqual(shown([failed(1, "20"), failed(2, "30")], ["10", "20", "30"]), ["10", "20", 1, "30", 2]);
  assert.deepEqual(shown([failed(1, "9")], ["9", "10"]), ["9", 1, "10"]);
});

test("a failure in an empty channel stays above what comes later", () => {
  assert.deepEqual(shown([failed(1, "")], []), [1]);
  assert.deepEqual(shown([failed(1, "")], ["10", "20"]), [1, "10", "20"]);
});

test("a failure outlives the message above it, and shows once", () => {
  assert.deepEqual(shown([failed(1, "20")], ["10", "30"]), ["10", 1, "30"]);
  assert.deepEqual(shown([failed(1, "20")], ["30"]), [1, "30"]);
  assert.deepEqual(shown([failed(1, "20")], ["10"]), ["10", 1]);
  assert.deepEqual(shown([failed(1, "20")], []), [1]);
});

test("what is on its way is no failure", () => {
  assert.deepEqual(shown([{ ...failed(1, "10"), state: "pending" }], ["10"]), ["10"]);
});
