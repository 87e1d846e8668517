import assert from "node:assert/strict";
import { test } from "node:test";
import { type Mark, plain, read } from "../src/markdown";

/** Writes marks as a short text, so that a test can be read. */
function told(marks: Mark[]): string {
  return marks.map((mark): string => {
    switch (mark.kind) {
      case "text":
        return mark.text;
      case "break":
        return "⏎";
      case "heading":
        return `{h${mark.level} ${told(mark.of)}}`;
      case "list":
        return `{${mark.start ?? "•"} ${mark.items.map(told).join(" | ")}}`;
      case "link":
        return `{link ${mark.href} ${told(mark.of)}}`;
      case "user":
      case "channel":
      case "role":
        return `{${mark.kind} ${mark.id}}`;
      case "command":
        return `{command ${mark.path}}`;
      case "time":
        return `{time ${mark.at} ${mark.style}}`;
      case "code":
      case "block":
      case "ping":
      case "emoji":
        return `{${mark.kind} ${mark.text}}`;
      default:
        return `{${mark.kind} ${told(mark.of)}}`;
    }
  }).join("");
}

const cases: [what: string, text: string, want: string][] = [
  ["plain text stays", "Ana's red 9 :) 2 < 3 & 4 > 1", "Ana's red 9 :) 2 < 3 & 4 > 1"],
  ["markup of HTML is text", "<b onclick=x>hi</b>", "<b onclick=x>hi</b>"],
  ["bold within italics", "*Ben **won** it*", "{em Ben {strong won} it}"],
  ["bold with underscore in it", "**Ana_Maria**", "{strong Ana_Maria}"],
  ["underline and strike", "__u__ ~~s~~", "{underline u} {strike s}"],
  ["underscores within a word", "snake_case_name", "snake_case_name"],
  ["escapes", "\\*not\\* \\_this\\_ \\# \\> \\|\\|", "*not* _this_ # > ||"],
  ["a heading", "### Round 2\nAna offers", "{h3 Round 2}Ana offers"],
  ["a heading below a line", "one\n## Two\nthree", "one⏎{h2 Two}three"],
  ["no heading without a space", "#general", "#general"],
  ["small print", "Table\n-# page **1** of 4", "Table⏎{small page {strong 1} of 4}"],
  ["two lines of small print", "-# a\n-# b", "{small a}{small b}"],
  ["a list", "Look:\n- one\n- **two**\nrest", "Look:⏎{• one | {strong two}}rest"],
  ["stars make lists too", "* a\n* b", "{• a | b}"],
  ["a list in a list", "- a\n  - b\n  - c\n- d", "{• a⏎{• b | c} | d}"],
  ["a numbered list", "3. three\n4. four", "{3 three | four}"],
  ["lists of two kinds", "- a\n1. b", "{• a}{1 b}"],
  ["a dash within a line", "a - b", "a - b"],
  ["a minus is no list", "-5 points", "-5 points"],
  ["a quote", "> said\n> more\nafter", "{quote said⏎more}after"],
  ["a long quote", ">>> a\nb", "{quote a⏎b}"],
  ["code", "`seal fdd8` and *x*", "{code seal fdd8} and {em x}"],
  ["no markup in code", "`**a**`", "{code **a**}"],
  ["a block of code", "```go\nx := 1\n```", "{block x := 1}"],
  ["a spoiler", "it is ||the **serpent**||", "it is {spoiler the {strong serpent}}"],
  ["mentions", "<@1000000000000000001> <@!1000000000000000001> <#1000000000000000002> <@&1000000000000000003>",
    "{user 1000000000000000001} {user 1000000000000000001} {channel 1000000000000000002} {role 1000000000000000003}"],
  ["a mention in bold", "**<@1000000000000000001>, your turn**", "{strong {user 1000000000000000001}, your turn}"],
  ["a command", "run </adam-eva challenge:1000000000000000001> now", "run {command adam-eva challenge} now"],
  ["everybody", "@everyone and @here", "{ping @everyone} and {ping @here}"],
  ["moments", "until <t:1796378400:R>, <t:1796378400>", "until {time 1796378400000 R}, {time 1796378400000 f}"],
  ["a link", "[here](https://example.org/x)", "{link https://example.org/x here}"],
  ["a link with markup in it", "[**here**](https://example.org/x)", "{link https://example.org/x {strong here}}"],
  ["a link that runs a script", "a [l](javascript:alert(1)) b", "a [l](javascript:alert(1)) b"],
  ["a link to nowhere", "[l](x) [m](/y) [n](data:text/html,z)", "[l](x) [m](/y) [n](data:text/html,z)"],
  ["a link within a link", "[http://a.example](http://c.example)", "[http://a.example](http://c.example)"],
  ["a link within a link in bold", "[**see https://a.example**](https://c.example)", "[**see https://a.example**](https://c.example)"],
  ["a bare link", "see https://example.org/x", "see {link https://example.org/x https://example.org/x}"],
  ["empty lines", "a\n\nb", "a⏎⏎b"],
  ["emoji stay letters", "🔴 red", "🔴 red"],
];

for (const [what, text, want] of cases) test(what, () => assert.equal(told(read(text)), want));

test("reading out leaves the markup out and the secrets in", () => {
  const names = { user: () => "Ben", channel: () => "general", time: () => "in 3 hours" };
  const text = "### Round 2\n**<@1000000000000000001>**, take `red 9`?\n- ||no||\n-# until <t:1:R>";
  assert.equal(plain(read(text), names).replace(/\s+/g, " ").trim(), "Round 2 @Ben, take red 9? (spoiler) until in 3 hours");
});

test("strange texts are read in no time", () => {
  const began = performance.now();
  for (const piece of ["*", "_", "**a", "> ", "- ", "`", "||", "<@", "[(", "  - a\n"]) read(piece.repeat(700));
  assert.ok(performance.now() - began < 5000);
});
