import assert from "node:assert/strict";
import { test } from "node:test";
import { dayOf, localeFor, relative, sizeOf, stamp, written } from "../src/moment";

const noon = Date.UTC(2026, 11, 4, 12, 5, 9);

test("each of Discord's styles", () => {
  const want: Record<string, string> = {
    t: "12:05",
    T: "12:05:09",
    d: "04/12/2026",
    D: "4 December 2026",
    f: "4 December 2026 at 12:05",
    F: "Friday 4 December 2026 at 12:05",
    R: "in 1 hour",
    unheard: "4 December 2026 at 12:05",
  };
  for (const [style, text] of Object.entries(want)) {
    assert.equal(written(noon, style, noon - 3600e3, "UTC").replace("Friday, ", "Friday "), text, style);
  }
});

test("in other languages", () => {
  assert.equal(written(noon, "D", 0, "UTC", "de"), "4. Dezember 2026");
  assert.equal(written(noon, "R", noon - 3600e3, "UTC", "fr"), "dans 1 heure");
  assert.equal(written(noon, "R", noon + 3600e3, "UTC", "es-ES"), "hace 1 hora");
  assert.deepEqual(["en-US", "de", undefined].map(localeFor), ["en-GB", "de", "en-GB"]);
});

test("what is no moment says so", () => {
  assert.equal(written(Number.NaN, "f", 0), "Invalid date");
  assert.equal(written(1e300, "R", 0), "Invalid date");
});

test("how far off something is", () => {
  const second = 1e3, minute = 60 * second, hour = 60 * minute, day = 24 * hour;
  const want: [number, string][] = [
    [0, "in 0 seconds"],
    [5 * second, "in 5 seconds"],
    [-42 * second, "42 seconds ago"],
    [59.8 * second, "in 1 minute"],
    [90 * minute, "in 2 hours"],
    [59.7 * minute, "in 1 hour"],
    [23 * hour, "in 23 hours"],
    [23.8 * hour, "in 1 day"],
    [-3 * day, "3 days ago"],
    [45 * day, "in 2 months"],
    [800 * day, "in 2 years"],
  ];
  for (const [away, text] of want) assert.equal(relative(away), text, `${away} ms`);
});

test("when a message came", () => {
  assert.equal(stamp(noon, noon + 60e3, "UTC"), "Today at 12:05");
  assert.equal(stamp(noon, noon + 86400e3, "UTC"), "Yesterday at 12:05");
  assert.equal(stamp(noon, noon + 3 * 86400e3, "UTC"), "04/12/2026 12:05");
});

test("days go by the reader's zone", () => {
  const late = Date.UTC(2026, 11, 4, 23, 30);
  assert.equal(dayOf(late, "UTC"), "4 December 2026");
  assert.equal(dayOf(late, "Europe/Berlin"), "5 December 2026");
});

test("sizes of files", () => {
  assert.deepEqual([0, 999, 1000, 1536, 47_300, 999_499, 999_500, 2_400_000].map(sizeOf),
    ["0 bytes", "999 bytes", "1 kB", "1.54 kB", "47.3 kB", "999 kB", "1 MB", "2.4 MB"]);
});
