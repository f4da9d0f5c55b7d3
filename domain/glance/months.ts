import { addDays, type Day, endOfMonth, startOfMonth } from "../calendar/calendar.ts";

/** The same day so many months earlier, or the last day of that month if it is shorter: Aug 31, 6 months: Feb 28. */
export function monthsBefore(day: Day, count: number): Day {
  const months = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1 - count;
  const year = String(Math.floor(months / 12)).padStart(4, "0");
  const first = `${year}-${String((months % 12) + 1).padStart(2, "0")}-01`;
  const same = addDays(first, Number(day.slice(8)) - 1);
  return startOfMonth(same) === first ? same : endOfMonth(first);
}

/**
 * The last so many months up to a day, oldest first. Each begins the day after the same day of the month before, so
 * that the last one is a whole month on any day of the month.
 */
export function lastMonths(today: Day, count: number): { from: Day; to: Day }[] {
  return Array.from({ length: count }, (_, index) => ({
    from: addDays(monthsBefore(today, count - index), 1),
    to: monthsBefore(today, count - index - 1),
  }));
}
