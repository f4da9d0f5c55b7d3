import { expect, test } from "vitest";
import { formatDay } from "./calendar.ts";
import { nearerDay, parseDay } from "./parse-day.ts";

const today = "2026-11-22";

test.each([
  ["22/11/2026", true],
  ["22.11.2026", true],
  ["22-11-2026", true],
  ["2026-11-22", true],
  ["22112026", true],
  ["Nov 22, 2026", true],
  ["november 22 2026", true],
  ["22 Nov 2026", true],
  [" 22 / 11 / 2026 ", true],
  [" Today ", true],
  ["२२/११/२०२६", true],
  ["২২ nov", false],
  ["22/11/26", false],
  ["221126", false],
  ["22/11", false],
  ["2211", false],
  ["22 nov", false],
  ["Nov 22", false],
])("%j is Nov 22, 2026; complete: %j", (text, complete) => {
  expect(parseDay(text, today)).toEqual({ day: "2026-11-22", complete });
});

test("the day comes before the month", () => {
  expect(parseDay("5/11/2025", today)?.day).toBe("2025-11-05");
  expect(parseDay("0511", today)?.day).toBe("2026-11-05");
});

test.each([
  ["5/1", "2027-01-05", "2026-01-05"],
  ["22/11", "2026-11-22", "2026-11-22"],
  ["23 nov", "2026-11-23", "2025-11-23"],
  ["21 nov", "2027-11-21", "2026-11-21"],
  ["2812", "2026-12-28", "2025-12-28"],
  ["29/2", "2028-02-29", "2024-02-29"],
  ["5/1/2026", "2026-01-05", "2026-01-05"],
  ["5/1/26", "2026-01-05", "2026-01-05"],
])("%j is the next one for a plan, %s, and the last one for a record, %s", (text, next, last) => {
  expect(parseDay(text, today, "next")?.day).toBe(next);
  expect(parseDay(text, today, "last")?.day).toBe(last);
});

test.each([
  ["28 dec", "2027-01-03", "2026-12-28"],
  ["1/12", "2027-03-01", "2026-12-01"],
  ["3/1", "2027-01-03", "2027-01-03"],
  ["5/1", "2027-01-03", "2027-01-05"],
  ["5/1", "2026-11-29", "2026-01-05"],
  ["31/12", "2026-11-29", "2026-12-31"],
  ["5/1", "2026-12-31", "2026-01-05"],
  ["28/12/27", "2027-01-03", "2027-12-28"],
  ["29/2", "2028-01-10", "2028-02-29"],
  ["29/2", "2029-01-10", undefined],
  ["29/2", "2028-12-10", "2028-02-29"],
])("%j in a filter of %s is %s: of this year, or of the one before if that is nearer", (text, on, day) => {
  expect(parseDay(text, on)?.day).toBe(day);
});

test.each([
  ["5/12", "next", null],
  ["5/12", "last", "2026-12-05"],
  ["20 nov", "next", "2026-11-20"],
  ["20 nov", "last", null],
  ["22/11", "next", null],
  ["22/11", "last", null],
  ["30 may", "last", null],
  ["1 may", "last", "2027-05-01"],
  ["5/12/2025", "last", null],
  ["5/12/25", "last", null],
  ["5/12", "near", null],
  ["31/2", "last", null],
] as const)("%j, for the %s such day, may be meant in a nearer year: %s", (text, missing, nearer) => {
  expect(nearerDay(text, today, missing)).toBe(nearer);
});

test("a day that no year has is none, whatever it is for", () => {
  for (const missing of ["near", "next", "last"] as const)
    expect(parseDay("31/2", today, missing)).toBeNull();
});

test("a day without a complete year is incomplete", () => {
  const typed = ["5/11", "5/11/", "5/11/2", "5/11/20", "5/11/202"].map((text) => parseDay(text, today));
  expect(typed.map((read) => read?.complete ?? false)).toEqual([false, false, false, false, false]);
});

test.each([
  "",
  "22",
  "222",
  "31/02/2026",
  "22/13/2026",
  "tomorrow",
  "22 11 2026 1",
  "22/11/12345",
  "9".repeat(100_000),
  "xx 22",
])("%.20j is not a day", (text) => {
  expect(parseDay(text, today)).toBeNull();
});

test("reads every day in the form in which it is shown", () => {
  for (const day of ["1900-01-01", "2024-02-29", "2025-05-09", "2999-12-31"]) {
    expect(parseDay(formatDay(day), today)).toEqual({ day, complete: true });
  }
});
