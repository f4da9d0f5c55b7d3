import type { Day } from "../calendar/calendar.ts";

/** The day on which a sale moves stock: the visit's, or today if the visit is in the future. */
export function stockDay(visit_date: Day, today: Day): Day {
  return visit_date < today ? visit_date : today;
}
