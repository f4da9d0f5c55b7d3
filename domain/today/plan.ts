import { z } from "zod";
import type { Day } from "../calendar/calendar.ts";
import { requiredDay } from "../visits/visit.ts";

/** The day for which a visit is planned: from today on. */
export function planInput(today: Day) {
  return z.strictObject({
    day: requiredDay.refine((day) => day >= today, "Please choose a day from today on"),
  });
}

/** A day of a plan that is read; without one, the day that comes next to mind. */
export const planQuery = z.object({ day: requiredDay.optional() });
