/**
 * The whole percentages that values are of their sum. They sum to 100, by the method of the largest remainder: each
 * is rounded down, and what is missing goes, one by one, to those that lost most. A larger value never gets less than
 * a smaller one. Values not above zero get 0, and so do all of them when none is above it.
 */
export function percents(values: readonly number[]): number[] {
  const above = values.map((value) => Math.max(0, value));
  const whole = above.reduce((sum, value) => sum + value, 0);
  if (whole === 0) return above;
  const exact = above.map((value) => (value / whole) * 100);
  const percents = exact.map(Math.floor);
  const missing = 100 - percents.reduce((sum, percent) => sum + percent, 0);
  const lost = (index: number) => (exact[index] ?? 0) - (percents[index] ?? 0);
  const byLoss = exact.map((_, index) => index).sort((a, b) => lost(b) - lost(a) || a - b);
  for (const index of byLoss.slice(0, missing)) percents[index] = (percents[index] ?? 0) + 1;
  return percents;
}

/**
 * The same as people read them: "32%"; "<1%" for what would be nothing though there is some, and ">99%" for what
 * would be everything though there is more.
 */
export function percentTexts(values: readonly number[]): string[] {
  const some = values.filter((value) => value > 0).length;
  return percents(values).map((percent, index) => {
    if (percent === 0 && (values[index] ?? 0) > 0) return "<1%";
    return percent === 100 && some > 1 ? ">99%" : `${percent}%`;
  });
}

/** One part of a whole, beside others that are not shown: "6.6%"; never "0%" for some, nor "100%" for less than all. */
export function partText(part: number, whole: number): string {
  if (!(whole > 0) || part <= 0) return "0%";
  const tenths = Math.round((part / whole) * 1000);
  if (tenths === 0) return "<0.1%";
  return tenths >= 1000 && part < whole ? ">99.9%" : `${tenths / 10}%`;
}
