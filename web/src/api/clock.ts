import { type Day, dayOf } from "@rounds/domain/calendar/calendar.ts";
import { useSyncExternalStore } from "react";
import { businessTimeZone } from "./page-settings.ts";

/** The page's one clock: milliseconds since 1970, UTC. */
export function now(): number {
  return Date.now();
}

/** The business's current day, whatever the browser's time zone. */
export function today(): Day {
  return dayOf(now(), businessTimeZone);
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
