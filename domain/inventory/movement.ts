import type { Day, DayRange } from "../calendar/calendar.ts";
import { inSpans } from "../calendar/spans.ts";
import type { Movement } from "./inventory.ts";
import { firstReportDay } from "./report.ts";

/** Units bought and sold (net) on one day. */
export type DayMovement = { day: Day; purchases: number; sales: number };

/**
 * The movements over the days of a report, by day, week or month depending on the report's length. `days` are in
 * order, one for each day with a movement. If the report starts on the default first day, the years before the first
 * movement are left out.
 */
export function movementOf(days: readonly DayMovement[], range: Required<DayRange>): Movement {
  const { spans, ...chart } = inSpans(days, range, range.from === firstReportDay);
  const sums = spans.map(({ from, to, days }) => ({
    from,
    to,
    purchases: days.reduce((units, { purchases }) => units + purchases, 0),
    sales: days.reduce((units, { sales }) => units + sales, 0),
  }));
  return { ...chart, sums: sums.filter(({ purchases, sales }) => purchases !== 0 || sales !== 0) };
}
