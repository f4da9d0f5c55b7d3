import type { Device } from "@rounds/domain/sync/sync.ts";
import { describe, expect, test } from "vitest";
import { phoneWords } from "./phone-words.ts";

// Sunday, 15 June 2025, 15:30 in Kolkata.
const now = Date.parse("2025-06-15T10:00:00Z");
const phone: Device = {
  ...{ id: "d", user_agent: "", rows: 1600, waiting: 0, needs_you: 0, oldest_at: null },
  synced_at: "2025-06-15T09:12:00.000Z",
};
const wordsOf = (changes: Partial<Device>) => phoneWords({ ...phone, ...changes }, now, "Asia/Kolkata");

test("says when a device synced last, and how much it keeps", () => {
  expect(wordsOf({})).toEqual({
    last: "Last sync Jun 15, 2025, 02:42 PM · 1,600 rows",
    waiting: "Nothing is waiting",
    warning: null,
  });
  expect(wordsOf({ rows: 1 }).last).toContain("· 1 row");
});

test.each([
  [1, 0, "1 entry waiting"],
  [3, 0, "3 entries waiting"],
  [3, 1, "3 entries waiting, 1 needs a decision"],
  [1200, 2, "1,200 entries waiting, 2 need a decision"],
  [0, 1, "1 entry needs a decision"],
  [0, 2, "2 entries need a decision"],
])("%i waiting and %i refused: %s", (waiting, needs_you, words) => {
  expect(wordsOf({ waiting, needs_you }).waiting).toBe(words);
});

describe("warns", () => {
  test.each([
    ["2025-06-12T10:00:00.000Z", null],
    ["2025-06-12T09:59:00.000Z", "Not synced since Thursday"],
    // After midnight in Kolkata.
    ["2025-06-10T19:00:00.000Z", "Not synced since Wednesday"],
    ["2025-06-09T09:59:00.000Z", "Not synced since Jun 09, 2025"],
  ])("of a last sync at %s: %s", (synced_at, warning) => {
    expect(wordsOf({ synced_at }).warning).toBe(warning);
  });

  test.each([
    ["2025-06-14T10:00:00.000Z", null],
    ["2025-06-14T09:59:00.000Z", "Waiting since Saturday"],
    ["2025-05-01T09:59:00.000Z", "Waiting since May 01, 2025"],
  ])("of an entry of %s: %s", (oldest_at, warning) => {
    expect(wordsOf({ waiting: 1, oldest_at }).warning).toBe(warning);
  });

  test("first of the missing sync", () => {
    const both = { synced_at: "2025-06-11T10:00:00.000Z", oldest_at: "2025-06-01T10:00:00.000Z" };
    expect(wordsOf(both).warning).toBe("Not synced since Wednesday");
  });
});
