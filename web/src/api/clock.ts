import { type Day, dayOf } from "@rounds/domain/calendar/calendar.ts";
import { useSyncExternalStore } from "react";
import { businessTimeZone } from "./page-settings.ts";

/** This device's clock, which may be wrong: milliseconds since 1970, UTC. */
export function now(): number {
  return Date.now();
}

/** Where the last known offset is kept: a page that is opened without a connection needs it too. */
export const offsetKey = "clock-offset";

/** What is known of the server's clock; `note` is there once its code is loaded (server-time.ts). */
export const serverClock: {
  /** By how much it is ahead of this device's, in milliseconds. */
  offset: number;
  /** Learns from an answer to a request that was sent at `askedAt`. */
  note?: (answer: Response, askedAt: number) => void;
} = { offset: 0 };
try {
  serverClock.offset = Number(localStorage.getItem(offsetKey)) || 0;
} catch {
  // Storage is forbidden: then nothing is known at first.
}

/** The server's clock, as far as it is known: milliseconds since 1970, UTC. */
export function serverNow(): number {
  return now() + serverClock.offset;
}

/** The business's current day by the server's clock, whatever the browser's time zone and its clock. */
export function today(): Day {
  return dayOf(serverNow(), businessTimeZone);
}

// A page left open over midnight, or a laptop woken in the morning, must not show yesterday.
function subscribe(onChange: () => void): () => void {
  const timer = setInterval(onChange, 30_000);
  document.addEventListener("visibilitychange", onChange);
  return () => {
    clearInterval(timer);
    document.removeEventListener("visibilitychange", onChange);
  };
}

/** The business's current day, kept up to date while the page is open. */
export function useToday(): Day {
  return useSyncExternalStore(subscribe, today);
}
