import { type Day, formatDay } from "../calendar/calendar.ts";
import type { VisitStatus } from "./statuses.ts";

/** A visit before this day is probably a mistake in the year. */
const firstLikelyDay: Day = "2000-01-01";

/**
 * A sentence about a day that is unlikely for a visit's status; null if there is none. What was so in `before`, the
 * values at the start, is not asked about again.
 */
export function dayDoubt(
  { visit_date, status }: { visit_date: Day; status: VisitStatus },
  before: { visit_date?: string | undefined; status?: string | undefined },
  today: Day,
): string | null {
  if (visit_date === before.visit_date && status === before.status) return null;
  const day = formatDay(visit_date);
  if (visit_date < firstLikelyDay) return `The visit date is ${day}, which is before the year 2000.`;
  if (visit_date > today && status === "completed")
    return `The visit is marked as completed, but ${day} is in the future.`;
  if (visit_date < today && status === "scheduled")
    return `The visit is scheduled, but ${day} is in the past.`;
  return null;
}
