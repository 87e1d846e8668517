import assert from "node:assert/strict";
import { test } from "node:test";
import { calledOf, check, fitting, matching, parseLine, valueOf, withMentions } from "../src/line";
import type { Command, Option } from "../src/wire";

const member: Option = { name: "member", description: "Whom you challenge", type: 6, required: true };
const variant: Option = {
  name: "variant", description: "How many cards", type: 3,
  choices: [{ name: "Classic: six cards each", value: "classic" }, { name: "Tactical: seven cards each", value: "tactical" }],
};
const number: Option = { name: "number", description: "Which deal", type: 4, min: 1, max: 9000 };
const hidden: Option = { name: "private", description: "To you alone", type: 5 };
const where: Option = { name: "where", description: "Which channel", type: 7 };

const challenge: Command = { path: "adam-eva challenge", description: "Challenge a member to a game", options: [member, variant] };
const table: Command = { path: "adam-eva table", description: "Show the table again", options: [] };
const practice: Command = { path: "adaman practice", description: "Play any other deal", options: [number] };
const stats: Command = { path: "stats", description: "How somebody has played", options: [{ ...member, required: false }, hidden] };
const commands = [challenge, table, practice, stats];

const around = {
  people: [{ id: "11", name: "Ana" }, { id: "12", name: "Ben" }, { id: "13", name: "Ben Gunn" }],
  channels: [{ id: "21", name: "general", kind: 0 }, { id: "22", name: "", kind: 1 }, { id: "23", name: "a match", kind: 11 }],
};

test("a slash lists what fits, the best first", () => {
  const paths = (typed: string) => matching(typed, commands).map(({ path }) => path);
  assert.deepEqual(paths(""), commands.map(({ path }) => path));
  assert.deepEqual(paths("ada"), ["adam-eva challenge", "adam-eva table", "adaman practice"]);
  assert.deepEqual(paths("prac"), ["adaman practice"]);
  assert.deepEqual(paths("ADAM-EVA T"), ["adam-eva table"]);
  assert.deepEqual(paths("somebody"), ["stats"]);
  assert.deepEqual(paths("zzz"), []);
});

test("a whole line names its command and its options", () => {
  assert.deepEqual(parseLine("/adam-eva challenge member:Ben", commands), { command: challenge, by: "adam-eva challenge", given: { member: "Ben" } });
  assert.deepEqual(parseLine("/adam-eva  challenge   member:Ben Gunn variant:Classic: six cards each", commands)?.given,
    { member: "Ben Gunn", variant: "Classic: six cards each" });
  assert.deepEqual(parseLine("/ADAM-EVA challenge VARIANT:tactical Member:@ben", commands)?.given, { variant: "tactical", member: "@ben" });
  assert.deepEqual(parseLine("/adam-eva challenge Ben", commands)?.given, { member: "Ben" });
  assert.deepEqual(parseLine("/adam-eva table", commands), { command: table, by: "adam-eva table", given: {} });
  assert.equal(parseLine("/adam-eva", commands), null);
  assert.equal(parseLine("/adam-eva tablecloth", commands), null);
  assert.equal(parseLine("/nothing", commands), null);
});

test("in another language both what is shown and what is sent are understood", () => {
  const lang: Command = {
    path: "adam-eva challenge", called: "adam-eva herausfordern", description: "Fordere jemanden heraus",
    options: [{ ...member, called: "mitglied" }, { ...variant, called: "größe", choices: [{ name: "Klassisch: je sechs", value: "classic" }] }],
  };
  const all = [lang, table];
  for (const typed of ["herausf", "challenge", "fordere", "ADAM-EVA HERAUSF"]) assert.deepEqual(matching(typed, all), [lang], typed);
  assert.equal(calledOf(lang), "adam-eva herausfordern");
  assert.equal(calledOf(table), "adam-eva table");
  const given = { member: "Ben", variant: "Klassisch: je sechs" };
  assert.deepEqual(parseLine("/adam-eva herausfordern größe:Klassisch: je sechs mitglied:Ben", all)?.given, given);
  assert.deepEqual(parseLine("/adam-eva Herausfordern Mitglied:Ben GRÖßE:Klassisch: je sechs", all), { command: lang, by: "adam-eva herausfordern", given });
  assert.deepEqual(parseLine("/adam-eva challenge member:Ben variant:Klassisch: je sechs", all), { command: lang, by: "adam-eva challenge", given });
  assert.deepEqual(check(lang, given, {}, around), { options: { member: "12", variant: "classic" }, errors: {} });
});

test("members are meant by name, at-sign, mention or id", () => {
  for (const typed of ["Ben", "ben", "@Ben", "<@12>", "<@!12>", "12", " Ben "]) assert.deepEqual(valueOf(member, typed, around), { value: "12" }, typed);
  assert.deepEqual(valueOf(member, "Ben Gunn", around), { value: "13" });
  assert.deepEqual(valueOf(member, "Zoe", around), { error: "There is no member called Zoe" });
});

test("choices are meant by name or value", () => {
  assert.deepEqual(valueOf(variant, "classic: SIX cards each", around), { value: "classic" });
  assert.deepEqual(valueOf(variant, "tactical", around), { value: "tactical" });
  assert.deepEqual(valueOf(variant, "huge", around), { error: "huge is none of the choices" });
});

test("numbers have bounds", () => {
  assert.deepEqual(valueOf(number, "128", around), { value: 128 });
  assert.deepEqual(valueOf(number, "0", around), { error: "Between 1 and 9000" });
  assert.deepEqual(valueOf(number, "1.5", around), { error: "A whole number, please" });
  assert.deepEqual(valueOf(number, "1e3", around), { error: "A whole number, please" });
  assert.deepEqual(valueOf({ ...number, type: 10 }, "1.5", around), { value: 1.5 });
  assert.deepEqual(valueOf({ name: "n", description: "", type: 4, min: 3 }, "2", around), { error: "At least 3" });
});

test("true, false, channels and texts", () => {
  assert.deepEqual(valueOf(hidden, "True", around), { value: true });
  assert.deepEqual(valueOf(hidden, "no", around), { value: false });
  assert.deepEqual(valueOf(hidden, "maybe", around), { error: "Choose True or False" });
  assert.deepEqual(valueOf(where, "#general", around), { value: "21" });
  assert.deepEqual(valueOf(where, "a match", around), { value: "23" });
  assert.deepEqual(valueOf({ ...where, channels: [0, 5] }, "a match", around), { error: "There is no channel called a match" });
  assert.deepEqual(valueOf({ ...where, channels: [0, 5] }, "general", around), { value: "21" });
  const text: Option = { name: "text", description: "", type: 3, minLength: 2, maxLength: 4 };
  assert.deepEqual(valueOf(text, "abc", around), { value: "abc" });
  assert.deepEqual(valueOf(text, "a", around), { error: "At least 2 characters" });
  assert.deepEqual(valueOf(text, "abcde", around), { error: "At most 4 characters" });
});

test("a command is checked as a whole", () => {
  assert.deepEqual(check(challenge, {}, {}, around), { options: {}, errors: { member: "This option is required" } });
  assert.deepEqual(check(challenge, { member: "Ben", variant: "" }, {}, around), { options: { member: "12" }, errors: {} });
  assert.deepEqual(check(challenge, { member: "Zoe", variant: "x" }, {}, around).errors,
    { member: "There is no member called Zoe", variant: "x is none of the choices" });
});

test("what was picked counts as long as it stands there", () => {
  const asked: Command = { path: "find", description: "", options: [{ name: "what", description: "", type: 4, completes: true }] };
  const picked = { what: { name: "The first", value: 1 } };
  assert.deepEqual(check(asked, { what: "The first" }, picked, around).options, { what: 1 });
  assert.deepEqual(check(asked, { what: "The firs" }, picked, around).errors, { what: "A whole number, please" });
});

test("choices that fit come with their beginning first", () => {
  const choices = ["Rob", "Bert", "Albert"].map((name) => ({ name, value: name }));
  assert.deepEqual(fitting("be", choices).map(({ name }) => name), ["Bert", "Albert"]);
  assert.equal(fitting("", choices).length, 3);
});

test("names behind an at-sign become mentions", () => {
  const { people } = around;
  assert.equal(withMentions("@Ben, look", people), "<@12>, look");
  assert.equal(withMentions("hey @ben gunn and @Ana", people), "hey <@13> and <@11>");
  assert.equal(withMentions("@Benjamin a@b.c @", people), "@Benjamin a@b.c @");
});
