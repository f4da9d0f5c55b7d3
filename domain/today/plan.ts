import { z } from "zod";
import type { Day } from "../calendar/calendar.ts";
import { requiredDay } from "../visits/visit.ts";

/** The day for which a visit is planned: from today on. */
export function planInput(today: Day) {
  return z.strictObject({
    day: requiredDay.refine((day) => day >= today, "Please choose a day from today on"),
  });
}
