import { z } from "zod";
import { addDays, type Day } from "../calendar/calendar.ts";
import { requiredDay } from "../visits/visit.ts";

/** The day for which a visit is planned: from today on. */
export function planInput(today: Day) {
  return z.strictObject({
    day: requiredDay.refine((day) => day >= today, "Please choose a day from today on"),
  });
}

/** A day of a plan that is read; without one, the day that comes next to mind. */
export const planQuery = z.object({ day: requiredDay.optional() });

/** How far ahead a plan is read, in days. */
const furthest = 366;

/** The message for a day whose plan can't be read: one before `from`, or too far away. */
export function planDayProblem(day: Day, from: Day): string | null {
  if (day < from) return "That day is over. Reload the page to see today.";
  return day > addDays(from, furthest) ? "Please choose a day within a year" : null;
}
