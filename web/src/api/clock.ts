import { type Day, dayOf } from "@rounds/domain/calendar/calendar.ts";
import { useSyncExternalStore } from "react";
import { businessTimeZone } from "./page-settings.ts";

/** This device's clock, which may be wrong: milliseconds since 1970, UTC. */
export function now(): number {
  return Date.now();
}

/** Where the last known offset is kept: a page that is opened without a connection needs it too. */
const offsetKey = "clock-offset";
/** By how much the server's clock is ahead of this device's, in milliseconds. */
let offset = storedOffset();
const listeners = new Set<() => void>();

function storedOffset(): number {
  try {
    return Number(localStorage.getItem(offsetKey)) || 0;
  } catch {
    return 0;
  }
}

/**
 * Learns from an answer how wrong this device's clock is. The server wrote its time, in whole seconds, at some moment
 * between `askedAt` and now: the offset changes only if that is impossible with the one that is known.
 */
export function noteServerTime({ headers }: Response, askedAt: number): void {
  const date = Date.parse(headers.get("date") ?? "");
  const next = Math.min(Math.max(offset, date - now()), date + 1000 - askedAt);
  // The same, or an answer that does not say.
  if (!(next - offset)) return;
  offset = next;
  try {
    localStorage.setItem(offsetKey, String(next));
  } catch {
    // Storage is forbidden: the page knows it until it is closed.
  }
  for (const listener of listeners) listener();
}

/** The business's current day by the server's clock, whatever the browser's time zone and its clock. */
export function today(): Day {
  return dayOf(now() + offset, businessTimeZone);
}

// A page left open over midnight, or a laptop woken in the morning, must not show yesterday.
function subscribe(onChange: () => void): () => void {
  const timer = setInterval(onChange, 30_000);
  document.addEventListener("visibilitychange", onChange);
  listeners.add(onChange);
  return () => {
    listeners.delete(onChange);
    clearInterval(timer);
    document.removeEventListener("visibilitychange", onChange);
  };
}

/** The business's current day, kept up to date while the page is open. */
export function useToday(): Day {
  return useSyncExternalStore(subscribe, today);
}
