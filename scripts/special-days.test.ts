import { expect, it } from "vitest";
import { specialDayAt, specialDays } from "./special-days.ts";

it("gives every special day its turn, and one day the same all day long", () => {
  const morning = Date.parse("2026-11-25T00:00:00Z");
  const day = 86_400_000;
  const turns = [0, 1, 2, 3].map((days) => specialDayAt(morning + days * day));
  expect([...turns].sort()).toEqual([...specialDays]);
  expect(specialDayAt(morning + day - 1)).toBe(turns[0]);
  expect(specialDayAt(morning + 4 * day)).toBe(turns[0]);
});
