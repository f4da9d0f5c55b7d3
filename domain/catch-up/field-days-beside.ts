import { addDays, type Day } from "../calendar/calendar.ts";
import { fieldDays, type WorkCalendar } from "../coverage/field-days.ts";

/** How far from the day the field days beside it are looked for, in days: longer than any holidays. */
export const daysBeside = 62;

/**
 * The field days before and after a day, the later one up to today. Where a person has none that near, as on a long
 * leave, it is the day itself that comes before or after; today is always offered, whether or not it is a field day.
 */
export function fieldDaysBeside(
  day: Day,
  calendar: WorkCalendar,
  today: Day,
): { previous: Day; next: Day | null } {
  const before = fieldDays(addDays(day, -daysBeside), addDays(day, -1), calendar);
  const previous = before.at(-1) ?? addDays(day, -1);
  if (day >= today) return { previous, next: null };
  const last = addDays(day, daysBeside) < today ? addDays(day, daysBeside) : addDays(today, -1);
  const next = fieldDays(addDays(day, 1), last, calendar)[0];
  return { previous, next: next ?? (last < addDays(today, -1) ? addDays(day, 1) : today) };
}
