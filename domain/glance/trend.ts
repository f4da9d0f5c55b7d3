/** How the last months compare with as many before: nothing before, nothing since, more, less, or about the same. */
export type Trend = "new" | "stopped" | "up" | "down" | "steady";

/** Two halves of a year that differ by at most one part in so many are about the same. */
const noticeablePart = 10n;

/** The trend of units, or of an amount in paise: now, and in the same time before. */
export function trendOf(now: number | bigint, before: number | bigint): Trend {
  const [late, early] = [BigInt(now), BigInt(before)];
  if (early <= 0n) return late > 0n ? "new" : "steady";
  if (late <= 0n) return "stopped";
  const change = late - early;
  if ((change < 0n ? -change : change) * noticeablePart <= early) return "steady";
  return change > 0n ? "up" : "down";
}
