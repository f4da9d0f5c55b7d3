import { addDays, type Day } from "../calendar/calendar.ts";

/** The most rows of each list of the answer; the totals beside them count all. */
export const mostShown = 100;

/** How many days back the answer looks for planned visits that nobody recorded. */
export const unrecordedDays = 30;

/** The most doctors to see in the cities of planned visits: of one city, and of all cities together. */
export const mostNear = { city: 20, all: 100 } as const;

/** How far ahead a plan is read, in days. */
const furthest = 366;

/** The message for a day whose plan can't be read: one before `from`, or too far away. */
export function planDayProblem(day: Day, from: Day): string | null {
  if (day < from) return "That day is over. Reload the page to see today.";
  return day > addDays(from, furthest) ? "Please choose a day within a year" : null;
}
