import { describe, expect, test } from "vitest";
import { addDays, epochDays } from "../calendar/calendar.ts";
import { lastMonths, monthsBefore } from "./months.ts";

test.each([
  ["2025-08-31", 6, "2025-02-28"],
  ["2024-08-31", 6, "2024-02-29"],
  ["2025-03-31", 1, "2025-02-28"],
  ["2025-06-15", 6, "2024-12-15"],
  ["2025-01-01", 1, "2024-12-01"],
  ["2025-12-31", 12, "2024-12-31"],
  ["2024-02-29", 12, "2023-02-28"],
  ["2025-06-15", 0, "2025-06-15"],
])("the same day as %s, %i months before, is %s", (day, count, expected) => {
  expect(monthsBefore(day, count)).toBe(expected);
});

describe("the last six months", () => {
  test("begin the day after the same day half a year ago, and end today", () => {
    expect(lastMonths("2025-06-15", 6)).toEqual([
      { from: "2024-12-16", to: "2025-01-15" },
      { from: "2025-01-16", to: "2025-02-15" },
      { from: "2025-02-16", to: "2025-03-15" },
      { from: "2025-03-16", to: "2025-04-15" },
      { from: "2025-04-16", to: "2025-05-15" },
      { from: "2025-05-16", to: "2025-06-15" },
    ]);
  });

  test("have every day once, none of them empty, on each day of four years", () => {
    for (let today = "2023-01-01"; today <= "2026-12-31"; today = addDays(today, 1)) {
      const months = lastMonths(today, 12);
      expect(months.at(-1)?.to).toBe(today);
      for (const [index, { from, to }] of months.entries()) {
        expect(from <= to).toBe(true);
        if (index > 0) expect(addDays(months[index - 1]?.to ?? "", 1)).toBe(from);
        const days = epochDays(to) - epochDays(from) + 1;
        expect(days).toBeGreaterThanOrEqual(28);
        expect(days).toBeLessThanOrEqual(31);
      }
    }
  });
});
