import type { Day, DayRange } from "../calendar/calendar.ts";
import { inSpans } from "../calendar/spans.ts";
import { type Rupees, toPaise, toRupees } from "../money/money.ts";
import type { SalesTrend } from "./sales.ts";

/** The sales of one day, or what changed of them: how many, and their revenue in rupees. */
export type DaySums = { day: Day; transactions: number; revenue: Rupees };

/**
 * The revenue over the days of a range, by day, week or month depending on its length; null without sales. `days` are in
 * order; what of a month is not summed by month may stand beside its sum. Without a beginning (`isOpen`), the chart begins with the first of them.
 */
export function trendOf(
  days: readonly DaySums[],
  range: Required<DayRange>,
  isOpen: boolean,
): SalesTrend | null {
  const { spans, ...chart } = inSpans(days, range, isOpen);
  const sums = spans
    .filter(({ days }) => days.reduce((count, { transactions }) => count + transactions, 0) > 0)
    .map(({ from, to, days }) => ({
      from,
      to,
      revenue: toRupees(days.reduce((paise, { revenue }) => paise + toPaise(revenue), 0n)),
    }));
  return sums.length > 0 ? { ...chart, sums } : null;
}
