import { expect, test } from "vitest";
import { chosenPeriod, periodDays, periodLabel } from "./period.ts";

test.each([
  [undefined, "this-month"],
  ["2026-11", "this-month"],
  ["2026-10", "2026-10"],
  ["2023-05", "2023-05"],
  ["all-time", "all-time"],
])("reads the address's period %s as %s in November 2026", (period, chosen) => {
  expect(chosenPeriod(period, "2026-11-21")).toBe(chosen);
});

test.each([
  ["this-month", "This Month", "Nov 01, 2026 to Nov 30, 2026"],
  ["all-time", "All Time", "Everything recorded so far"],
  ["2024-02", "February 2024", "Feb 01, 2024 to Feb 29, 2024"],
])("names the period %s: %s, %s", (period, label, days) => {
  expect(periodLabel(period)).toBe(label);
  expect(periodDays(period, "2026-11-21")).toBe(days);
});
