import type { Meta } from "../phone/ports.ts";

const dayMs = 24 * 60 * 60_000;

/** For how many days a phone shows its rows without a sync, as the server's settings say. */
export function leaseDays(): number {
  const content = document.querySelector('meta[name="offline-days"]')?.getAttribute("content");
  return Number(content) || 14;
}

/**
 * Whether the rows of a phone may be shown at a moment (milliseconds since 1970): they were synced once, and not longer ago
 * than that. A clock that was set back makes them no younger than the last sync.
 */
export function isLeased(meta: Meta | null, now: number, days: number): meta is Meta {
  return meta !== null && meta.synced_at > 0 && now - meta.synced_at <= days * dayMs;
}
