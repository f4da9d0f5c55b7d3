import { describe, expect, test } from "vitest";
import { fieldDays, fieldDaysOfMonth, isSunday } from "./field-days.ts";
import { defaultNorms, monthNorm, type NormSetting, normsInForce } from "./norms.ts";
import { holidayList, leaveRange, nationalHolidaysOf, rangesOf } from "./settings.ts";
import { type MonthOfDoctor, monthWords, seeByWords, slackOf, slipping } from "./slipping.ts";

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

describe("the words of a doctor's month", () => {
  const doctor: MonthOfDoctor = {
    ...{ id: "1", name: "Dr. Rao", doctor_class: "A", city: "Pune" },
    ...{ norm: 4, gap: 5, calls: 1, scheduled: 0, last_visit: "2025-06-02" },
  };
  const today = "2025-06-14";
  const days = (leave: string[] = []) => ({
    today,
    field_days: fieldDays(today, "2025-06-30", { holidays: [], leave }),
  });

  test("say class, calls, last visit, and by when to see them", () => {
    const slack = slackOf(doctor, days());
    expect(slack).toEqual({ missing: 3, slack: 3, see_by: "2025-06-18" });
    expect(monthWords(doctor, slack?.see_by ?? null, today)).toBe(
      "A · 1 of 4 · last seen 12 days ago · see by Wed",
    );
  });

  test("leave out a class that there is none of, and a day when none is left", () => {
    const never = { ...doctor, doctor_class: null, last_visit: null };
    expect(monthWords(never, null, today)).toBe("1 of 4 · never seen");
    expect(monthWords({ ...doctor, last_visit: "2025-06-13" }, today, today)).toBe(
      "A · 1 of 4 · last seen yesterday · see today",
    );
    expect(monthWords({ ...doctor, last_visit: today }, null, today)).toBe("A · 1 of 4 · last seen today");
  });

  test("name a day that is a week away", () => {
    expect(seeByWords("2025-06-20", today)).toBe("see by Fri");
    expect(seeByWords("2025-06-21", today)).toBe("see by Jun 21, 2025");
  });

  test("leave makes a doctor late; then the next field day is the one to see them by", () => {
    const [late] = slipping([doctor], days(["2025-06-14", "2025-06-16", "2025-06-17", "2025-06-18"]));
    expect(late).toMatchObject({ state: "late", slack: -1, see_by: "2025-06-19" });
  });

  test("planned calls count, and today does not once the doctor was seen", () => {
    expect(slipping([{ ...doctor, scheduled: 3 }], days())).toEqual([]);
    expect(slackOf({ ...doctor, last_visit: today }, days())?.slack).toBe(2);
  });
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
