import { expect, test } from "vitest";
import { isLeased } from "./lease.ts";

const day = 24 * 60 * 60_000;
const synced = 1_700_000_000_000;
const meta = { cursor: "c", shape: 1, scope: null, today: "2026-11-23", synced_at: synced, clock_offset: 0 };

test.each([
  [0, true],
  [14 * day, true],
  [14 * day + 1, false],
  [400 * day, false],
  [-day, true],
])("%i ms after the last sync the rows are shown: %s", (passed, isShown) => {
  expect(isLeased(meta, synced + passed, 14)).toBe(isShown);
});

test("a phone that was never synced has nothing to show", () => {
  expect(isLeased(null, synced, 14)).toBe(false);
  expect(isLeased({ ...meta, synced_at: 0 }, 0, 14)).toBe(false);
});
