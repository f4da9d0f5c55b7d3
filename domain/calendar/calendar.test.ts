import { describe, expect, test } from "vitest";
import {
  addDays,
  dayOf,
  endOfMonth,
  endOfYear,
  epochDays,
  firstDay,
  formatDay,
  formatDayLong,
  formatMoment,
  formatMonth,
  formatWeekday,
  isDay,
  isTimeZone,
  lastDay,
  startOfMonth,
  startOfYear,
} from "./calendar.ts";

describe("days of the calendar", () => {
  test.each(["2025-01-31", "2024-02-29", "2000-02-29", "1900-01-01", "2999-12-31", "2400-02-29"])(
    "%s is a day",
    (text) => {
      expect(isDay(text)).toBe(true);
    },
  );

  test.each([
    "2025-02-29",
    "1900-02-29",
    "2100-02-29",
    "2025-04-31",
    "2025-00-10",
    "2025-13-01",
    "2025-01-00",
    "2025-01-32",
    "1899-12-31",
    "3000-01-01",
    "0000-01-01",
    "2025-1-5",
    "05-01-2025",
    "2025/01/05",
    "2025-01-05T00:00:00Z",
    " 2025-01-05",
    "2025-01-05\n",
    "",
    "today",
    "20250105",
    "२०२५-०१-०५",
  ])("%j is not a day", (text) => {
    expect(isDay(text)).toBe(false);
  });

  test.each([
    ["2024-02-28", 1, "2024-02-29"],
    ["2024-02-29", 1, "2024-03-01"],
    ["2025-02-28", 1, "2025-03-01"],
    ["2025-12-31", 1, "2026-01-01"],
    ["2025-01-01", -1, "2024-12-31"],
    ["2024-03-01", -1, "2024-02-29"],
    ["2025-01-05", 0, "2025-01-05"],
    ["2024-01-01", 366, "2025-01-01"],
    ["1970-01-01", -1, "1969-12-31"],
    // The days on which clocks change, in Los Angeles and London.
    ["2025-03-09", 1, "2025-03-10"],
    ["2025-10-26", 1, "2025-10-27"],
  ])("%s and %i days is %s", (day, count, later) => {
    expect(addDays(day, count)).toBe(later);
  });

  test("every day of four centuries follows the one before", () => {
    const wrong = [];
    let day = "1900-01-01";
    for (let count = epochDays(day); day < "2300-01-01"; count++) {
      if (epochDays(day) !== count || !isDay(day)) wrong.push(day);
      day = addDays(day, 1);
    }
    expect(wrong).toEqual([]);
  });

  test.each([
    ["2025-01-15", "2025-01-01", "2025-01-31"],
    ["2025-02-01", "2025-02-01", "2025-02-28"],
    ["2024-02-29", "2024-02-01", "2024-02-29"],
    ["1900-02-10", "1900-02-01", "1900-02-28"],
    ["2000-02-10", "2000-02-01", "2000-02-29"],
    ["2025-04-30", "2025-04-01", "2025-04-30"],
    ["2025-12-31", "2025-12-01", "2025-12-31"],
  ])("the month of %s runs from %s to %s", (day, first, last) => {
    expect(startOfMonth(day)).toBe(first);
    expect(endOfMonth(day)).toBe(last);
    expect(startOfYear(day)).toBe(`${day.slice(0, 4)}-01-01`);
    expect(endOfYear(day)).toBe(`${day.slice(0, 4)}-12-31`);
  });
});

describe("the day of an instant", () => {
  const at = (moment: string, zone: string) => dayOf(Date.parse(moment), zone);

  test("in India is what the machine's time zones say", () => {
    const format = new Intl.DateTimeFormat("en-CA", { timeZone: "Asia/Kolkata" });
    for (let instant = -2e12; instant < 3.2e13; instant += 3_222_180_000)
      expect(dayOf(instant, "Asia/Kolkata")).toBe(format.format(instant));
  });

  test.each([
    // At 00:10 in Kolkata it is still the day before in UTC and in Los Angeles.
    ["2025-01-04T18:40:00Z", "Asia/Kolkata", "2025-01-05"],
    ["2025-01-04T18:40:00Z", "UTC", "2025-01-04"],
    ["2025-01-04T18:40:00Z", "America/Los_Angeles", "2025-01-04"],
    ["2025-01-04T18:29:59.999Z", "Asia/Kolkata", "2025-01-04"],
    ["2025-01-04T18:30:00Z", "Asia/Kolkata", "2025-01-05"],
    ["2025-01-04T23:50:00Z", "UTC", "2025-01-04"],
    ["2025-01-04T23:50:00Z", "Asia/Kolkata", "2025-01-05"],
    ["2025-01-05T00:10:00Z", "America/Los_Angeles", "2025-01-04"],
    ["2025-12-31T18:30:00Z", "Asia/Kolkata", "2026-01-01"],
    ["2024-02-28T18:30:00Z", "Asia/Kolkata", "2024-02-29"],
    ["2025-01-04T10:00:00Z", "Pacific/Kiritimati", "2025-01-05"],
    ["2025-01-05T10:59:59Z", "Pacific/Pago_Pago", "2025-01-04"],
    ["2025-01-04T18:15:00Z", "Asia/Kathmandu", "2025-01-05"],
    // Clocks change forward and back: midnight stays at the zone's local midnight.
    ["2025-03-09T07:59:59Z", "America/Los_Angeles", "2025-03-08"],
    ["2025-03-09T08:00:00Z", "America/Los_Angeles", "2025-03-09"],
    ["2025-03-10T06:59:59Z", "America/Los_Angeles", "2025-03-09"],
    ["2025-03-10T07:00:00Z", "America/Los_Angeles", "2025-03-10"],
    ["2025-11-02T06:59:59Z", "America/Los_Angeles", "2025-11-01"],
    ["2025-11-03T07:59:59Z", "America/Los_Angeles", "2025-11-02"],
    // In this zone clocks change at midnight: 00:00 of 2025-09-07 does not exist.
    ["2025-09-07T03:59:59Z", "America/Santiago", "2025-09-06"],
    ["2025-09-07T04:00:00Z", "America/Santiago", "2025-09-07"],
    // Samoa skipped this day.
    ["2011-12-30T09:59:59Z", "Pacific/Apia", "2011-12-29"],
    ["2011-12-30T10:00:00Z", "Pacific/Apia", "2011-12-31"],
  ])("%s in %s is %s", (moment, zone, day) => {
    expect(at(moment, zone)).toBe(day);
  });

  test("time zones are known by name", () => {
    expect(["Asia/Kolkata", "UTC", "America/Los_Angeles"].every(isTimeZone)).toBe(true);
    expect(["", "India", "Asia/Mumbay", "IST+5", "../etc"].some(isTimeZone)).toBe(false);
  });
});

describe("days for people", () => {
  test.each([
    ["2025-01-05", "Jan 05, 2025", "Sunday, January 5, 2025", "January 2025"],
    ["2024-02-29", "Feb 29, 2024", "Thursday, February 29, 2024", "February 2024"],
    ["1900-01-01", "Jan 01, 1900", "Monday, January 1, 1900", "January 1900"],
    ["2999-12-31", "Dec 31, 2999", "Tuesday, December 31, 2999", "December 2999"],
    ["2025-03-09", "Mar 09, 2025", "Sunday, March 9, 2025", "March 2025"],
  ])("%s", (day, short, long, month) => {
    expect([formatDay(day), formatDayLong(day), formatMonth(day)]).toEqual([short, long, month]);
  });

  test("every kind of day is called as the platform calls it in American English", () => {
    const platform = (options: Intl.DateTimeFormatOptions) => {
      const made = new Intl.DateTimeFormat("en-US", { timeZone: "UTC", ...options });
      return (day: string) => made.format(Date.parse(day));
    };
    const short = platform({ year: "numeric", month: "short", day: "2-digit" });
    const long = platform({ weekday: "long", year: "numeric", month: "long", day: "numeric" });
    const weekday = platform({ weekday: "short" });
    const month = platform({ year: "numeric", month: "long" });
    // Steps that come to each month, date and weekday.
    for (let day = firstDay; day <= lastDay; day = addDays(day, 397)) {
      const ours = [formatDay(day), formatDayLong(day), formatWeekday(day), formatMonth(day)];
      expect(ours).toEqual([short(day), long(day), weekday(day), month(day)]);
    }
    expect(() => formatDay("soon")).toThrow("soon");
  });

  test("a moment is shown in the business's time zone", () => {
    const shown = (moment: string, zone: string) => formatMoment(moment, zone).replaceAll("\u202f", " ");
    expect(shown("2025-01-05T11:00:00.000Z", "Asia/Kolkata")).toBe("Jan 05, 2025, 04:30 PM");
    expect(shown("2025-01-04T18:40:00.000Z", "Asia/Kolkata")).toBe("Jan 05, 2025, 12:10 AM");
    expect(shown("2025-01-04T18:40:00.000Z", "UTC")).toBe("Jan 04, 2025, 06:40 PM");
  });
});
