import type { Reading } from "./concerns.ts";

/**
 * What all pages of one server together may read again, in readings a second: sums and the like, and lists with a changed
 * row in view.
 */
const readingsPerSecond = { later: 50, inView: 200 };
/** The longest time over which they spread, in milliseconds. */
const longestSpread = 60_000;
/**
 * Changes that arrive together cause one reading; the random part keeps many pages from reading at the same moment.
 */
const shortest = 50;
const scatter = 200;
/** The shortest time between readings of one page, so that the last of many changes also shows within a second. */
const interval = 600;
/** A reading that takes this long is a sign of a busy server or line. */
const slow = 1_000;
/** The pause after a slow reading, as a multiple of its duration. */
const pauseFactor = 5;

/** How soon a page reads again what only few pages show, in milliseconds; `random` is from 0 to 1. */
export function soonIn(random: number): number {
  return shortest + random * scatter;
}

/**
 * When a page reads something again. What many pages may show: the more pages, the later, and not sooner than that after
 * it was read before. Milliseconds, on the clock of `now` and `readAt`.
 */
export function dueAt(
  read: Exclude<Reading, "no" | "stale">,
  { now, readAt, pages, random }: { now: number; readAt: number; pages: number; random: number },
): number {
  if (read === "soon") return now + soonIn(random);
  const spread = Math.min((pages * 1_000) / readingsPerSecond[read], longestSpread);
  return Math.max(now + soonIn(random), now + random * spread, readAt + spread);
}

/** The moment before which a page does not read again after a reading, on the clock of its begin and end. */
export function freeAfter(begun: number, ended: number): number {
  const took = ended - begun;
  return took > slow ? ended + took * pauseFactor : begun + interval;
}
