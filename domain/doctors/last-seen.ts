import { type Day, epochDays } from "../calendar/calendar.ts";

/** "last seen today", "last seen yesterday", "last seen 12 days ago", or "never seen". */
export function lastSeenWords(last_visit: Day | null, today: Day): string {
  if (last_visit === null) return "never seen";
  const days = epochDays(today) - epochDays(last_visit);
  if (days <= 0) return "last seen today";
  return days === 1 ? "last seen yesterday" : `last seen ${days} days ago`;
}
