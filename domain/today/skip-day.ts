import { addDays, type Day } from "../calendar/calendar.ts";

/** For so many days the server takes a skip that a phone has kept since its day. */
export const lateSkipDays = 30;

/**
 * The message for a skip of another day than today. One that a phone has kept (`wasKept`) was of that day when it was
 * saved, so it may come some days later.
 */
export function skipDayProblem(day: Day, today: Day, wasKept = false): string | null {
  const first = wasKept ? addDays(today, -lateSkipDays) : today;
  if (first <= day && day <= today) return null;
  return day < today
    ? "That day is over. Reload the page to see today."
    : "Only doctors of today can be skipped.";
}
