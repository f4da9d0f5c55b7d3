import { expect, test } from "vitest";
import { freeAfter, laterAt, soonIn } from "./pace.ts";

test("a page alone with a colleague reads again within a quarter of a second", () => {
  expect([soonIn(0), soonIn(1)]).toEqual([50, 250]);
  for (const random of [0, 0.5, 1]) expect(laterAt(1_000, 0, 2, random)).toBe(1_000 + soonIn(random));
});

test("many pages spread their readings, so that together they read fifty times a second", () => {
  expect(laterAt(100_000, 0, 2_000, 0.5)).toBe(120_000);
  expect(laterAt(100_000, 0, 2_000, 0)).toBe(100_050);
});

test("a page reads at most once in that time, however often something changes", () => {
  expect(laterAt(100_000, 99_000, 400, 0)).toBe(107_000);
});

test("the time has an end", () => {
  expect(laterAt(0, 0, 100_000, 1)).toBe(60_000);
});

test("after a slow reading, a page leaves the server alone for five times as long", () => {
  expect(freeAfter(0, 1_000)).toBe(600);
  expect(freeAfter(0, 2_000)).toBe(12_000);
});
