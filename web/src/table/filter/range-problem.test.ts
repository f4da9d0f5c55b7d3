import { expect, test } from "vitest";
import { filteringDays, isImpossible, rangeProblem } from "./range-problem.ts";

test.each([
  ["", "", null],
  ["2025-01-05", "2025-01-05", null],
  ["", "2025-01-05", "Select start date to apply the date range."],
  ["2025-01-05", "", "Select end date to apply the date range."],
  ["2025-01-06", "2025-01-05", "End date cannot be earlier than start date."],
] as const)("from %j to %j", (from, to, problem) => {
  expect(rangeProblem(from, to)).toBe(problem);
});

test("days filter only if both are set and in order; an end before the start lets nothing through", () => {
  const days = { start_date: "2025-01-01", end_date: "2025-01-21" };
  expect(filteringDays(days)).toEqual({ from: "2025-01-01", to: "2025-01-21" });
  expect(isImpossible(days)).toBe(false);
  for (const alone of [{}, { start_date: "2025-01-01" }, { start_date: "", end_date: "2025-01-21" }]) {
    expect(filteringDays(alone)).toBeNull();
    expect(isImpossible(alone)).toBe(false);
  }
  const reversed = { start_date: days.end_date, end_date: days.start_date };
  expect(filteringDays(reversed)).toBeNull();
  expect(isImpossible(reversed)).toBe(true);
});
