import { describe, expect, test } from "vitest";
import type { Day } from "../calendar/calendar.ts";
import type { DoctorClass } from "../doctors/choices.ts";
import type { CallNorms, NormChange } from "./norms.ts";
import {
  callAverage,
  compliancePercent,
  coverageOf,
  coveragePercent,
  formatTenths,
  isMonth,
  monthDaysOf,
  monthTarget,
  tenths,
  workOf,
} from "./report-month.ts";

describe("the days of a month", () => {
  test.each([
    // month, today, from, to, until, over
    [undefined, "2025-06-15", "2025-06-01", "2025-06-30", "2025-06-15", false],
    ["2025-06", "2025-06-01", "2025-06-01", "2025-06-30", "2025-06-01", false],
    ["2025-06", "2025-06-30", "2025-06-01", "2025-06-30", "2025-06-30", false],
    ["2025-06", "2025-07-01", "2025-06-01", "2025-06-30", "2025-06-30", true],
    ["2024-02", "2025-06-15", "2024-02-01", "2024-02-29", "2024-02-29", true],
    ["2025-07", "2025-06-15", "2025-06-01", "2025-06-30", "2025-06-15", false],
  ])("%s on %s", (month, today, from, to, until, is_over) => {
    expect(monthDaysOf(month, today)).toEqual({ month: from.slice(0, 7), from, to, until, is_over });
  });

  test.each([
    ["2025-06", true],
    ["1900-01", true],
    ["2999-12", true],
    ["1899-12", false],
    ["3000-01", false],
    ["2025-13", false],
    ["2025-00", false],
    ["2025-6", false],
    ["2025-06-01", false],
    ["", false],
  ])("%s is a month: %s", (text, is) => expect(isMonth(text)).toBe(is));
});

describe("the class of a doctor in a month", () => {
  const norms: CallNorms = {
    A: { per_month: 4, min_gap_days: 5 },
    B: { per_month: 2, min_gap_days: 10 },
    C: { per_month: 1, min_gap_days: 20 },
  };
  const ofMonth = { norms, monthDays: ["2025-06-02"], today: "2025-08-10", to: "2025-06-30" };
  const change = (until: Day, doctor_class: DoctorClass | null) => ({ until, doctor_class, norm: null });

  test.each<[string, NormChange[], DoctorClass | null]>([
    ["the present one without changes", [], "A"],
    ["the later one, if it changed within the month", [change("2025-06-30", "C")], "A"],
    ["the earlier one, if it changed on the day after the month", [change("2025-07-01", "C")], "C"],
    ["that before the first of later changes", [change("2025-07-01", null), change("2025-08-01", "B")], null],
    ["none of the changes before", [change("2025-06-02", "B"), change("2025-07-20", "C")], "C"],
  ])("is %s", (_, changes, expected) => {
    const doctor = { doctor_class: "A" as const, norm: null, added_on: "2025-01-01", changes };
    expect(monthTarget(doctor, ofMonth).doctor_class).toBe(expected);
  });
});

describe("ratios in whole tenths", () => {
  test.each([
    [1, 3, 100, "33.3"],
    [2, 3, 100, "66.7"],
    [1, 2000, 100, "0.1"],
    [1, 2001, 100, "0"],
    [1, 1, 100, "100"],
    [0, 7, 100, "0"],
    [113, 12, 1, "9.4"],
    [19, 20, 1, "1"],
    [189, 20, 1, "9.5"],
  ])("%i of %i times %i is %s", (part, whole, factor, text) => {
    expect(formatTenths(tenths(part, whole, factor) ?? -1)).toBe(text);
  });

  test("there is none of nothing", () => expect(tenths(0, 0)).toBeNull());
});

test("an A doctor who was met 3 times, a B doctor who was not, and one without a target", () => {
  const { total, classes } = coverageOf([
    { doctor_class: "A", norm: 4, calls: 3, scheduled: 0, doctors: 1 },
    { doctor_class: "B", norm: 2, calls: 0, scheduled: 1, doctors: 1 },
    { doctor_class: null, norm: 0, calls: 5, scheduled: 0, doctors: 1 },
  ]);
  expect(total).toEqual({
    doctors: 2,
    met: 1,
    not_met: 1,
    norm: 6,
    counted: 3,
    remaining: 3,
    remaining_doctors: 2,
    to_plan: 2,
    to_plan_doctors: 2,
    no_target: 1,
  });
  expect([coveragePercent(total), compliancePercent(total)]).toEqual(["50", "50"]);
  expect(coveragePercent(classes.none)).toBeNull();
});

test("a person who made 113 calls on 12 days, 4 of them today, with 3 field days left", () => {
  const days = monthDaysOf(undefined, "2025-06-26");
  const person = { calls: 113, days_worked: 12, calls_today: 4, is_active: true, leave: ["2025-06-28"] };
  // Thursday to Monday, without Saturday's leave and Sunday.
  const work = workOf([person], { ...days, holidays: [], today: "2025-06-26" });
  expect(work).toEqual({ people: 1, calls: 113, days_worked: 12, days_left: 3, capacity_left: 26 });
  expect(callAverage(work)).toBe("9.4");
});
