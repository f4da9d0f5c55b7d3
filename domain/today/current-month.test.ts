import { expect, test } from "vitest";
import { defaultNorms } from "../coverage/norms.ts";
import { daysLeft } from "../coverage/slipping.ts";
import { type Calendar, type DoctorFacts, dayFacts, monthsOf, neededDays } from "./current-month.ts";

const plain: Calendar = { norms: defaultNorms, holidays: [], leave: [] };

test.each([
  // A Monday, a Saturday, a Sunday.
  ["2025-06-16", [], [], "field", "2025-06-17"],
  ["2025-06-14", [], [], "field", "2025-06-16"],
  ["2025-06-15", [], [], "weekly_off", "2025-06-16"],
  ["2025-06-16", ["2025-06-16"], [], "holiday", "2025-06-17"],
  ["2025-06-16", ["2025-06-17"], ["2025-06-18"], "field", "2025-06-19"],
  ["2025-06-16", ["2025-06-16"], ["2025-06-16"], "leave", "2025-06-17"],
  ["2025-06-30", ["2025-07-01"], [], "field", "2025-07-02"],
])(
  "%s with holidays %j and leave %j is a day of the kind %s, and the next is %s",
  (today, holidays, leave, kind, next_day) => {
    expect(dayFacts({ ...plain, holidays, leave }, today)).toEqual({ kind, next_day });
  },
);

test("without a field day within a month, the next day is tomorrow", () => {
  const holidays = Array.from({ length: 31 }, (_, n) => `2025-07-${String(n + 1).padStart(2, "0")}`);
  expect(dayFacts({ ...plain, holidays }, "2025-06-30").next_day).toBe("2025-07-01");
});

test("what has to be known reaches into the next month, and as far back as a gap", () => {
  expect(neededDays("2024-02-10")).toEqual({ from: "2023-12-27", to: "2024-03-31" });
});

test("leave takes days from the person's own, not from the norms", () => {
  const calendar = { ...plain, holidays: ["2025-06-27"], leave: ["2025-06-28"] };
  const { field_days, spacing } = daysLeft(calendar, "2025-06-26");
  expect(field_days).toEqual(["2025-06-26", "2025-06-30"]);
  expect([spacing[0], ...spacing.slice(-3)]).toEqual([
    "2025-05-12",
    "2025-06-26",
    "2025-06-28",
    "2025-06-30",
  ]);
  const doctor: DoctorFacts = {
    id: "d",
    name: "Dr. Rao",
    city: "Pune",
    doctor_class: "A",
    norm: null,
    added_on: "2025-06-26",
    changes: [],
    calls: 1,
    scheduled: 0,
    planned: null,
    last_visit: "2025-06-26",
  };
  // 3 of the month's 24 field days: leave is one of them.
  expect(monthsOf([doctor], calendar, "2025-06-26")).toEqual([
    {
      id: "d",
      name: "Dr. Rao",
      city: "Pune",
      doctor_class: "A",
      norm: 1,
      gap: 5,
      calls: 1,
      scheduled: 0,
      planned: null,
      last_visit: "2025-06-26",
    },
  ]);
});
