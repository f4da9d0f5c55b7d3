/** How the last months compare with as many before: nothing before, nothing since, more, less, or about the same. */
export type Trend = "new" | "stopped" | "up" | "down" | "steady";

/** The share by which two halves of a year must differ to be told apart. */
const noticeable = 0.1;

/** The trend of a quantity or an amount (of any unit): now, and in the same time before. */
export function trendOf(now: number, before: number): Trend {
  if (before <= 0) return now > 0 ? "new" : "steady";
  if (now <= 0) return "stopped";
  const change = (now - before) / before;
  if (Math.abs(change) <= noticeable) return "steady";
  return change > 0 ? "up" : "down";
}
