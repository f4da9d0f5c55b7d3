/**
 * The whole percentages of values in their sum. They add up to 100 by the largest remainder method: each is rounded
 * down, and the missing ones go to the values that lost most. A larger value never gets less than a smaller one.
 * Values not above zero get 0, and all get 0 if none is above it.
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
 * The same for people: "32%"; "<1%" for something that would round to nothing, and ">99%" for a part that would round
 * to everything.
 */
export function percentTexts(values: readonly number[]): string[] {
  const some = values.filter((value) => value > 0).length;
  return percents(values).map((percent, index) => {
    if (percent === 0 && (values[index] ?? 0) > 0) return "<1%";
    return percent === 100 && some > 1 ? ">99%" : `${percent}%`;
  });
}

/**
 * One part of a whole whose other parts are not shown: "6.6%"; never "0%" for something, nor "100%" for less than
 * everything.
 */
export function partText(part: number, whole: number): string {
  if (!(whole > 0) || part <= 0) return "0%";
  const tenths = Math.round((part / whole) * 1000);
  if (tenths === 0) return "<0.1%";
  return tenths >= 1000 && part < whole ? ">99.9%" : `${tenths / 10}%`;
}
