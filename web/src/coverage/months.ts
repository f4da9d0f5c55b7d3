import { addDays, type Day, startOfMonth } from "@rounds/domain/calendar/calendar.ts";
import type { Month } from "@rounds/domain/coverage/month.ts";

/** How many months the list offers; earlier ones are reached one by one. */
const monthsOffered = 24;

/** The month before. */
export function monthBefore(month: Month): Month {
  return addDays(`${month}-01`, -1).slice(0, 7);
}

/** The month after. */
export function monthAfter(month: Month): Month {
  return addDays(`${month}-01`, 31).slice(0, 7);
}

/** The present month and those before it, the latest first. */
export function lastMonths(today: Day): Month[] {
  const months: Month[] = [];
  for (
    let month = startOfMonth(today).slice(0, 7);
    months.length < monthsOffered;
    month = monthBefore(month)
  ) {
    months.push(month);
  }
  return months;
}
