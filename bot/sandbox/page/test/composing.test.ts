import assert from "node:assert/strict";
import { test } from "node:test";
import { signal } from "@preact/signals";
import { Composing, lineOf } from "../src/composing";
import type { Ended } from "../src/session";
import type { Command } from "../src/wire";

const challenge: Command = {
  path: "adam-eva challenge", description: "Challenge a member",
  options: [
    { name: "member", description: "Whom", type: 6, required: true },
    { name: "variant", description: "Which", type: 3, choices: [{ name: "Classic", value: "classic" }] },
  ],
};
const daily: Command = { path: "adaman daily", description: "Today's deal", options: [] };

function begin() {
  const sent: unknown[] = [];
  let answer: (ended: Ended) => void = () => assert.fail("nothing was run");
  const place = signal("11 general");
  const composing = new Composing({
    place,
    commands: signal([challenge, daily]),
    people: signal([{ id: "11", name: "Ana" }, { id: "12", name: "Ben" }]),
    channels: signal([]),
    run(command, options, hear) {
      sent.push([command.path, options]);
      answer = hear;
      return true;
    },
    say(text, hear) {
      sent.push(text);
      answer = hear;
      return true;
    },
  });
  return { composing, place, sent, answer: (ended: Ended) => answer(ended) };
}

function lineIn(composing: Composing) {
  const draft = composing.draft.value;
  return draft.kind === "command" ? lineOf(draft.command, draft.given) : draft.text;
}

function errorsOf(composing: Composing) {
  const draft = composing.draft.value;
  return draft.kind === "command" ? draft.errors : {};
}

test("a line typed at once is sent as the command that it is", () => {
  const { composing, sent } = begin();
  composing.type("/adam-eva challenge member:Ben");
  composing.send();
  assert.deepEqual(sent, [["adam-eva challenge", { member: "12" }]]);
  assert.deepEqual(composing.draft.value, { kind: "text", text: "" });
});

test("a command that is spelt out asks for what it needs", () => {
  const { composing, sent } = begin();
  composing.type("/adam-eva challenge");
  assert.equal(composing.draft.value.kind, "text");
  composing.type("/adam-eva challenge ");
  assert.equal(composing.draft.value.kind, "command");
  assert.equal(composing.spot.value.at, "member");
  composing.send();
  assert.deepEqual(sent, []);
  assert.deepEqual(errorsOf(composing), { member: "This option is required" });
  assert.equal(composing.spot.value.at, "member");
});

test("letter by letter it comes to the same", () => {
  const { composing, sent } = begin();
  composing.type("/adam-eva challenge ");
  for (const typed of ["m", "member", "member:"]) composing.give("member", typed);
  composing.give("member", "Ben");
  composing.give("member", "Ben variant:");
  assert.equal(composing.spot.value.at, "variant");
  composing.give("variant", "classic");
  composing.send();
  assert.deepEqual(sent, [["adam-eva challenge", { member: "12", variant: "classic" }]]);
});

test("going back takes options out, and then leaves the command", () => {
  const { composing } = begin();
  composing.begin(challenge);
  composing.show("variant");
  composing.back("variant");
  assert.equal(composing.spot.value.at, "member");
  composing.back("member");
  assert.deepEqual(composing.draft.value, { kind: "text", text: "/adam-eva challenge" });
});

test("a command without options goes at once", () => {
  const { composing, sent } = begin();
  composing.type("/adaman daily");
  composing.send();
  assert.deepEqual(sent, [["adaman daily", {}]]);
});

test("what is refused is given back, with the reason", () => {
  const { composing, answer } = begin();
  composing.type("/adam-eva challenge member:Ben");
  composing.send();
  assert.equal(lineIn(composing), "");
  answer({ refused: "Not here." });
  assert.equal(lineIn(composing), "/adam-eva challenge member:Ben");
  assert.equal(composing.error.value, "Not here.");
});

test("what is refused does not push out what was typed since", () => {
  const { composing, answer } = begin();
  composing.type("/adam-eva challenge member:Ben");
  composing.send();
  composing.type("hello");
  answer({ refused: "Not here." });
  assert.deepEqual(composing.draft.value, { kind: "text", text: "hello" });
});

test("a command that there is not is named, and nothing is sent", () => {
  const { composing, sent } = begin();
  composing.type("/chess");
  composing.send();
  assert.deepEqual(sent, []);
  assert.match(composing.error.value, /no command \/chess here/);
});

test("what is said mentions who is named, and is not too long", () => {
  const { composing, sent } = begin();
  composing.type("  hello @Ben ");
  composing.send();
  assert.deepEqual(sent, ["hello <@12>"]);
  composing.type("x".repeat(2001));
  composing.send();
  assert.equal(sent.length, 1);
  assert.match(composing.error.value, /2001/);
});

test("a command as a line can be typed again", () => {
  assert.equal(lineOf(challenge, { member: "Ben", variant: " " }), "/adam-eva challenge member:Ben");
});

test("a draft stays with who began it, where it was begun", () => {
  const { composing, place, sent } = begin();
  composing.type("Good mor");
  place.value = "12 general";
  assert.equal(lineIn(composing), "");
  composing.begin(challenge, { member: "Ana" });
  place.value = "11 games";
  assert.equal(lineIn(composing), "");
  place.value = "12 general";
  assert.equal(lineIn(composing), "/adam-eva challenge member:Ana");
  place.value = "11 general";
  assert.equal(lineIn(composing), "Good mor");
  composing.type("Good morning");
  composing.send();
  assert.deepEqual(sent, ["Good morning"]);
  place.value = "12 general";
  place.value = "11 general";
  assert.equal(lineIn(composing), "");
});

test("what is picked from suggestions stays with its draft", () => {
  const { composing, place, sent } = begin();
  composing.begin(challenge);
  composing.pick("member", { name: "Somebody else", value: "77" });
  place.value = "12 general";
  place.value = "11 general";
  composing.send();
  assert.deepEqual(sent, [["adam-eva challenge", { member: "77" }]]);
});

test("what is refused goes back to where it was sent from", () => {
  const { composing, place, answer } = begin();
  composing.type("/adam-eva challenge member:Ben");
  composing.send();
  place.value = "12 general";
  composing.type("Hello");
  answer({ refused: "Not now." });
  assert.equal(lineIn(composing), "Hello");
  assert.equal(composing.error.value, "");
  place.value = "11 general";
  assert.equal(lineIn(composing), "/adam-eva challenge member:Ben");
  assert.equal(composing.error.value, "Not now.");
});

test("what is begun meanwhile is not written over by what is refused", () => {
  const { composing, place, answer } = begin();
  composing.type("One");
  composing.send();
  composing.type("Two");
  place.value = "12 general";
  answer({ refused: "Not now." });
  place.value = "11 general";
  assert.equal(lineIn(composing), "Two");
  assert.equal(composing.error.value, "Not now.");
});
