import assert from "node:assert/strict";
import { test } from "node:test";
import { excerpt, spoken } from "../src/spoken";
import type { Message } from "../src/wire";

const knows = { person: () => ({ id: "2", name: "Ben" }), channels: { value: [] }, now: { peek: () => 0 }, world: { peek: () => ({ speaks: "en-US" }) } };

function table(...texts: string[]): Message {
  return {
    id: "1", channel: "10", author: { id: "9", name: "Windfall" }, byBot: true, type: 0, at: 0,
    components: [{ type: 17, components: [...texts.map((content) => ({ type: 10, content })), { type: 1, components: [{ type: 2, label: "Take it" }] }] }],
  };
}

test("a message is read out as words, without its buttons", () => {
  assert.equal(spoken(table("### Round 2", "**<@1000000000000000001>** offers"), knows), "Windfall: Round 2 @Ben offers");
});

test("of a message that changed, only what is new is read out", () => {
  const before = table("Ana offers", "Points: 3");
  assert.equal(spoken(table("Ben took it", "Points: 3"), knows, before), "Windfall: Ben took it");
  assert.equal(spoken(table("Ana offers", "Points: 3"), knows, before), "");
});

test("what only you can see says so, and so does the bot that thinks", () => {
  const { components: _, ...bare } = table();
  assert.equal(spoken({ ...bare, ephemeral: true, content: "Your hand" }, knows), "Windfall, only to you: Your hand");
  assert.equal(spoken({ ...bare, loading: true }, knows), "Windfall is thinking");
});

test("a message of nothing but a file names the file", () => {
  const { components: _, ...bare } = table();
  const files = [{ id: "1", name: "game.json", url: "files/x", type: "application/json", size: 3 }];
  assert.equal(spoken({ ...bare, files }, knows), "Windfall: game.json");
});

test("what is answered is named by its first text, without its pictures", () => {
  const pictured = table("### Round 1 of 4: **Ben** offers a card\nto <@1000000000000000001>", "Points: 3");
  const gallery = { type: 12, items: [{ media: { url: "x" }, description: "The four trees" }] };
  pictured.components![0]!.components!.splice(1, 0, gallery);
  assert.equal(excerpt(pictured, knows), "Round 1 of 4: Ben offers a card to @Ben");
  assert.equal(excerpt({ ...pictured, components: [gallery] }, knows), "a message");
  assert.equal(excerpt({ ...pictured, components: [gallery], files: [{ id: "1", name: "a.png", url: "x", type: "image/png", size: 3 }] }, knows), "a.png");
  const long = excerpt(table("👩".repeat(200)), knows);
  assert.equal(long, `${"👩".repeat(140)}…`);
});

test("a moment is read out in the language of one's client", () => {
  const german = { ...knows, world: { peek: () => ({ speaks: "de" }) } };
  assert.equal(spoken(table("Bis <t:7200:R>"), german), "Windfall: Bis in 2 Stunden");
  assert.equal(spoken(table("Until <t:7200:R>"), knows), "Windfall: Until in 2 hours");
});
