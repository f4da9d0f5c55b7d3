import type { Day } from "@rounds/domain/calendar/calendar.ts";
import { formatDay } from "@rounds/domain/calendar/calendar.ts";
import { formatCount } from "@rounds/domain/money/count.ts";
import { formatRupees } from "@rounds/domain/money/money.ts";

/** How a figure changed compared with the days before, in words; the icon only repeats them. */
export type Comparison = { sign: "\u2191" | "\u2193" | "="; words: string };

/**
 * A figure compared with that of the days before: "12% more than 40 from Oct 01 to Oct 22, 2025". `beforeText` is the
 * earlier figure as shown. There is no percentage of zero, something is never 100% less, a figure that did not change is
 * not said twice, and where there was nothing at all, nothing is compared.
 */
export function compare(
  now: number,
  before: number,
  beforeText: string,
  days: { from: Day; to: Day },
): Comparison | null {
  if (now === 0 && before === 0) return null;
  const when = describeSpan(days);
  if (now === before) return { sign: "=", words: `also ${beforeText} ${when}` };
  const more = now > before;
  const sign = more ? "\u2191" : "\u2193";
  if (before === 0) return { sign, words: `none ${when}` };
  if (before < 0) return { sign, words: `${more ? "more" : "less"} than ${beforeText} ${when}` };
  const percent = Math.round((Math.abs(now - before) / before) * 100);
  const change = percentWords(percent, !more && now > 0);
  return { sign, words: `${change} ${more ? "more" : "less"} than ${beforeText} ${when}` };
}

/** A change that is not nothing, nor, if something is left, everything. */
function percentWords(percent: number, isLeft: boolean): string {
  if (percent === 0) return "less than 1%";
  return isLeft && percent === 100 ? "more than 99%" : `${formatCount(percent)}%`;
}

/** Counts of the same days, compared. */
export function compareCounts(now: number, before: number, days: { from: Day; to: Day }): Comparison | null {
  return compare(now, before, formatCount(before), days);
}

/** Amounts of the same days, compared. */
export function compareRupees(now: string, before: string, days: { from: Day; to: Day }): Comparison | null {
  return compare(Number(now), Number(before), formatRupees(before), days);
}

/** Days behind a figure: "on Oct 01, 2025", "from Oct 01 to Oct 22, 2025". */
export function describeSpan({ from, to }: { from: Day; to: Day }): string {
  if (from === to) return `on ${formatDay(from)}`;
  const sameYear = from.slice(0, 4) === to.slice(0, 4);
  return `from ${sameYear ? formatDay(from).split(",")[0] : formatDay(from)} to ${formatDay(to)}`;
}
