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

/** What an entry waits for, at a moment in milliseconds since 1970. */
export function waitWords(entry: Entry, state: PhoneState, now: number): string {
  if (state.signed_out) return "Waits until you sign in";
  if (entry.state === "sending") return "Sending…";
  const isBehind = state.outbox.some(
    (other) =>
      other.seq < entry.seq &&
      (other.entity === entry.entity || (other.op === "create" && entry.depends_on.includes(other.entity))),
  );
  if (isBehind) return "Waits for the entry before it";
  // A wait that the phone's clock makes longer than any is none.
  const seconds = Math.min(60, Math.ceil((entry.next_try - now) / 1000));
  return seconds > 0 ? `Waiting, next try ${seconds} s` : "Waiting for a connection";
}
