import { dayOf, formatDay } from "@rounds/domain/calendar/calendar.ts";
import { formatCount } from "@rounds/domain/money/count.ts";
import { businessTimeZone, productName } from "../api/page-settings.ts";
import type { Entry } from "../phone/entry.ts";
import type { PhoneState } from "../phone/phone-state.ts";

/** "3 waiting, 1 needs you"; undefined if nothing waits. */
export function statusWords(outbox: readonly Entry[]): string | undefined {
  if (outbox.length === 0) return undefined;
  const needsYou = outbox.filter(({ state }) => state === "needs_you").length;
  const waiting = `${formatCount(outbox.length)} waiting`;
  if (needsYou === 0) return waiting;
  return `${waiting}, ${formatCount(needsYou)} ${needsYou === 1 ? "needs" : "need"} you`;
}

/** What waits for longer than this is late, in milliseconds. */
const lateMs = 24 * 60 * 60_000;

/** What to say once something has waited for more than a day: since when, and what the person can do about it. */
type LateWords = { since: string; advice: string };

/** The words about late entries at a moment in milliseconds since 1970; undefined if nothing is late. */
export function lateWords(
  { outbox, signed_out }: Pick<PhoneState, "outbox" | "signed_out">,
  now: number,
): LateWords | undefined {
  const oldest = Math.min(...outbox.map(({ made_at }) => made_at));
  if (now - oldest <= lateMs) return undefined;
  const isToSend = outbox.some(({ state }) => state !== "needs_you");
  const advice = !isToSend
    ? "Open this to decide what happens."
    : signed_out
      ? "Sign in again, so that everything is sent."
      : `Connect this device to the internet, and keep ${productName} open until everything is sent.`;
  return { since: `since ${formatDay(dayOf(oldest, businessTimeZone))}`, advice };
}
