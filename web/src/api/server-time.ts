import { now, offsetKey, serverClock } from "./clock.ts";

/** From now on, the page learns from answers how wrong this device's clock is. */
export function followServerTime(): void {
  serverClock.note = noteServerTime;
}

/**
 * The server wrote its time, in whole seconds, at some moment between `askedAt` and now: the offset changes only if that
 * is impossible with the one that is known. So an answer that was long on its way, as on a laptop that slept, moves
 * nothing.
 */
function noteServerTime({ headers }: Response, askedAt: number): void {
  const date = Date.parse(headers.get("date") ?? "");
  const next = Math.min(Math.max(serverClock.offset, date - now()), date + 1000 - askedAt);
  // The same, or an answer that does not say.
  if (Number.isNaN(next) || next === serverClock.offset) return;
  serverClock.offset = next;
  try {
    localStorage.setItem(offsetKey, String(next));
  } catch {
    // Storage is forbidden: the page knows it until it is closed.
  }
}
