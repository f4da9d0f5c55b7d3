import { dayOf, formatDay, formatMoment } from "@rounds/domain/calendar/calendar.ts";
import { businessTimeZone } from "../api/page-settings.ts";

/** The business's day of a moment, for lists: "Jan 05, 2025". */
export function dayWords(moment: string): string {
  return formatDay(dayOf(Date.parse(moment), businessTimeZone));
}

/** A moment in the business's time zone: "Jan 05, 2025, 04:30 PM". */
export function momentWords(moment: string): string {
  return formatMoment(moment, businessTimeZone);
}
