import { addDays, type Day, epochDays, startOfMonth } from "@rounds/domain/calendar/calendar.ts";

/** The first day of the month that lies so many months back. */
function monthsBack(today: Day, months: number): Day {
  let day = startOfMonth(today);
  for (let month = 0; month < months; month++) day = startOfMonth(addDays(day, -1));
  return day;
}

/** The first day of the demo. */
export function firstDayOf(today: Day): Day {
  return monthsBack(today, 14);
}

/** The first day on which there is a team; what came before is of an earlier system, which knew no authors. */
export function teamSince(today: Day): Day {
  return monthsBack(today, 3);
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

/** The holidays of the demo's company, which fall on the same day each year. */
const holidays = new Map([
  ["01-26", "Republic Day"],
  ["05-01", "May Day"],
  ["08-15", "Independence Day"],
  ["10-02", "Gandhi Jayanti"],
  ["12-25", "Christmas"],
]);

export function isHoliday(day: Day): boolean {
  return holidays.has(day.slice(5));
}

/** The holidays from the year of `from` to that of `to`. */
export function holidaysBetween(from: Day, to: Day): { day: Day; name: string }[] {
  const first = Number(from.slice(0, 4));
  const years = Array.from({ length: Number(to.slice(0, 4)) - first + 1 }, (_, index) => first + index);
  return years.flatMap((year) => [...holidays].map(([day, name]) => ({ day: `${year}-${day}`, name })));
}
