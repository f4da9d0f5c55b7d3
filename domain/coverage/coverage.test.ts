import { expect, test } from "vitest";
import { fieldDaysOfMonth, isSunday } from "./field-days.ts";
import { defaultNorms, monthNorm, type NormSetting, normsInForce } from "./norms.ts";
import { holidayList, leaveRange, nationalHolidaysOf, rangesOf, storedLeaveRange } from "./settings.ts";

test("Sundays", () => {
  expect(["2025-06-15", "2024-02-29", "1969-12-28", "1900-01-07"].map(isSunday)).toEqual([
    true,
    false,
    true,
    true,
  ]);
});

test("the norms in force are the latest up to the month, else the defaults", () => {
  const set = (doctor_class: "A" | "B", from_month: string, per_month: number): NormSetting => ({
    ...{ doctor_class, from_month, per_month, min_gap_days: 4 },
  });
  const settings = [set("A", "2025-06-01", 5), set("A", "2025-03-01", 3), set("B", "2025-07-01", 9)];
  const calls = (day: string) => Object.values(normsInForce(settings, day)).map(({ per_month }) => per_month);
  expect(normsInForce([], "2025-06-10")).toEqual(defaultNorms);
  expect(calls("2025-02-28")).toEqual([4, 2, 1]);
  expect(calls("2025-05-31")).toEqual([3, 2, 1]);
  expect(calls("2025-06-01")).toEqual([5, 2, 1]);
  expect(calls("2026-01-15")).toEqual([5, 9, 1]);
});

test("a doctor added, or given another class, within the month gets the part of it, rounded up", () => {
  const monthDays = fieldDaysOfMonth("2025-06-10", []);
  expect(monthDays).toHaveLength(25);
  const norm = (added_on: string, until?: string) =>
    monthNorm(
      {
        ...{ doctor_class: "A", norm: null, added_on },
        changes: until ? [{ until, doctor_class: "C", norm: null }] : [],
      },
      { norms: defaultNorms, monthDays, today: "2025-07-20" },
    );
  expect(norm("2025-05-31")).toBe(4);
  expect(norm("2025-06-16")).toBe(3); // 4 × 13 ÷ 25 = 2.08
  expect(norm("2025-06-30")).toBe(1);
  expect(norm("2025-07-01")).toBe(0);
  expect(norm("2025-01-01", "2025-06-16")).toBe(3); // (1 × 12 + 4 × 13) ÷ 25 = 2.56
  expect(norm("2025-01-01", "2025-07-05")).toBe(1);
});

test("leave and holidays are checked", () => {
  const wrong = (from: string, to: string) =>
    leaveRange.safeParse({ from, to }).error?.issues.map(({ path, message }) => [path.join("."), message]);
  expect(wrong("2025-06-02", "2025-06-02")).toBeUndefined();
  expect(wrong("2025-06-02", "2026-06-02")).toBeUndefined();
  expect(wrong("2025-06-02", "2025-06-01")).toEqual([["to", "The last day is before the first"]]);
  expect(wrong("2025-06-02", "2026-06-03")).toEqual([["to", "Please enter at most a year at once"]]);
  expect(wrong("2025-02-29", "2025-03-01")).toEqual([["from", "Please enter a date"]]);
  expect(wrong("", "")).toEqual([
    ["from", "Please enter a date"],
    ["to", "Please enter a date"],
  ]);
  expect(storedLeaveRange.safeParse({ from: "2025-06-02", to: "2026-12-01" }).success).toBe(true);
  expect(storedLeaveRange.safeParse({ from: "2025-06-02", to: "2025-06-01" }).success).toBe(false);
  const twice = { day: "2025-10-02", name: "Gandhi Jayanti" };
  expect(holidayList.safeParse({ holidays: [twice, twice] }).success).toBe(false);
  expect(holidayList.safeParse({ holidays: nationalHolidaysOf(2025) }).success).toBe(true);
});

test("days become ranges", () => {
  const days = ["2025-02-27", "2025-02-28", "2025-03-01", "2025-03-03"];
  expect(rangesOf([])).toEqual([]);
  expect(rangesOf(days)).toEqual([
    { from: "2025-02-27", to: "2025-03-01" },
    { from: "2025-03-03", to: "2025-03-03" },
  ]);
});
