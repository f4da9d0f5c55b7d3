import { type Day, dayOf } from "@rounds/domain/calendar/calendar.ts";
import { useSyncExternalStore } from "react";
import { businessTimeZone } from "./page-settings.ts";

/** The page's one clock: milliseconds since 1970, UTC. */
export function now(): number {
  return Date.now();
}

/** The business's calendar day at this moment, whatever zone the browser is in. */
export function today(): Day {
  return dayOf(now(), businessTimeZone);
}

// A page left open over midnight, or a laptop woken in the morning, must not keep yesterday.
function subscribe(onChange: () => void): () => void {
  const timer = setInterval(onChange, 30_000);
  document.addEventListener("visibilitychange", onChange);
  return () => {
    clearInterval(timer);
    document.removeEventListener("visibilitychange", onChange);
  };
}

/** The business's calendar day, kept up to date while the page stays open. */
export function useToday(): Day {
  return useSyncExternalStore(subscribe, today);
}
