import { type Day, dayOf, formatDay, formatDayLong, formatMoment } from "@rounds/domain/calendar/calendar.ts";
import { formatCount } from "@rounds/domain/money/count.ts";
import type { Device } from "@rounds/domain/sync/sync.ts";
import { counted } from "../../ui/figure/counted.ts";

const hour = 3_600_000;
const day = 24 * hour;

/** After this time without a sync, or with something that waits, somebody should look. */
const quietTime = 3 * day;
const waitingTime = day;

/** What is said of a device: its last sync, what waits, and what is wrong, if anything. */
type PhoneWords = { last: string; waiting: string; warning: string | null };

/** What an administrator reads about a device at a moment. */
export function phoneWords(device: Device, now: number, timeZone: string): PhoneWords {
  const { rows, waiting, needs_you } = device;
  return {
    last: `Last sync ${formatMoment(device.synced_at, timeZone)} · ${counted(rows, "row")}`,
    waiting: waitingWords(waiting, needs_you),
    warning: warningOf(device, now, timeZone),
  };
}

function waitingWords(waiting: number, needsYou: number): string {
  const decision = needsYou === 1 ? "needs a decision" : "need a decision";
  if (needsYou === 0) return waiting === 0 ? "Nothing is waiting" : `${entries(waiting)} waiting`;
  if (waiting === 0) return `${entries(needsYou)} ${decision}`;
  return `${entries(waiting)} waiting, ${formatCount(needsYou)} ${decision}`;
}

function entries(number: number): string {
  return `${formatCount(number)} ${number === 1 ? "entry" : "entries"}`;
}

function warningOf({ synced_at, oldest_at }: Device, now: number, timeZone: string): string | null {
  const since = (moment: string) => sinceWords(dayOf(Date.parse(moment), timeZone), Date.parse(moment), now);
  if (now - Date.parse(synced_at) > quietTime) return `Not synced since ${since(synced_at)}`;
  if (oldest_at && now - Date.parse(oldest_at) > waitingTime) return `Waiting since ${since(oldest_at)}`;
  return null;
}

/** The day of the week for the last six days, else the date. */
function sinceWords(since: Day, moment: number, now: number): string {
  if (now - moment > 6 * day) return formatDay(since);
  return formatDayLong(since).split(",")[0] ?? "";
}
