import { type Day, epochDays } from "../calendar/calendar.ts";
import { formatCount } from "../money/count.ts";

/** "last seen today", "last seen yesterday", "last seen 12 days ago", or "never seen". */
export function lastSeenWords(last_visit: Day | null, today: Day): string {
  const words = seenWords(last_visit, today);
  return last_visit === null ? words : `last ${words}`;
}

/** The same where there is little room: "seen 12 days ago". */
export function seenWords(last_visit: Day | null, today: Day): string {
  if (last_visit === null) return "never seen";
  const days = epochDays(today) - epochDays(last_visit);
  if (days <= 0) return "seen today";
  return days === 1 ? "seen yesterday" : `seen ${formatCount(days)} days ago`;
}
