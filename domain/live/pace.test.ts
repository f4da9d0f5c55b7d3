import { expect, test } from "vitest";
import { dueAt, freeAfter, soonIn } from "./pace.ts";

const readings = ["soon", "inView", "later"] as const;
const at = (read: (typeof readings)[number], pages: number, random: number, readAt = 0, now = 100_000) =>
  dueAt(read, { now, readAt, pages, random }) - now;

test("a page alone with a colleague reads again within a quarter of a second", () => {
  expect([soonIn(0), soonIn(1)]).toEqual([50, 250]);
  for (const read of readings)
    for (const random of [0, 0.5, 1]) expect(at(read, 2, random)).toBe(soonIn(random));
});

test("many pages spread their readings: together fifty a second, and two hundred of lists with a changed row in view", () => {
  expect(readings.map((read) => at(read, 2_000, 0.5))).toEqual([150, 5_000, 20_000]);
  expect(readings.map((read) => at(read, 2_000, 0))).toEqual([50, 50, 50]);
});

test("a page reads at most once in that time, however often something changes", () => {
  expect(readings.map((read) => at(read, 400, 0, 99_000))).toEqual([50, 1_000, 7_000]);
});

test("the time has an end", () => {
  expect(at("inView", 100_000, 1)).toBe(60_000);
  expect(at("later", 100_000, 1)).toBe(60_000);
});

test("after a slow reading, a page leaves the server alone for five times as long", () => {
  expect(freeAfter(0, 1_000)).toBe(600);
  expect(freeAfter(0, 2_000)).toBe(12_000);
});
