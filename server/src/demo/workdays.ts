import { addDays, type Day, epochDays, startOfMonth } from "@rounds/domain/calendar/calendar.ts";

const monthsBack = 14;

/** The first day of the demo: the first of the month, fourteen months back. */
export function firstDayOf(today: Day): Day {
  let day = startOfMonth(today);
  for (let month = 0; month < monthsBack; month++) day = startOfMonth(addDays(day, -1));
  return day;
}

/** The days from `from` to `to`, both included. */
export function daysBetween(from: Day, to: Day): Day[] {
  const count = epochDays(to) - epochDays(from) + 1;
  return Array.from({ length: count }, (_, index) => addDays(from, index));
}

/** Sunday 0 to Saturday 6. */
export function weekdayOf(day: Day): number {
  // 1970-01-01 was a Thursday.
  return (epochDays(day) + 4) % 7;
}

/** Holidays of the whole country that fall on the same day each year. */
const holidays = new Set(["01-26", "05-01", "08-15", "10-02", "12-25"]);

export function isHoliday(day: Day): boolean {
  return holidays.has(day.slice(5));
}
