import type { Day, DayRange } from "../calendar/calendar.ts";
import { type Span, spansBetween, startOfStep, stepFor } from "../calendar/spans.ts";
import type { Movement } from "./inventory.ts";
import { firstReportDay } from "./report.ts";

/** Units bought and sold (net) on one day. */
export type DayMovement = { day: Day; purchases: number; sales: number };

/**
 * The movements over the days of a report, by day, week or month depending on the report's length. `days` are in
 * order, one for each day with a movement. If the report starts on the default first day, the years before the first
 * movement are left out.
 */
export function movementOf(days: readonly DayMovement[], { from, to }: Required<DayRange>): Movement {
  const first = days[0]?.day;
  const shown = first !== undefined && from === firstReportDay ? first : from;
  const step = stepFor(shown, to);
  const whole = startOfStep(shown, step);
  const begin = whole > from ? whole : from;
  return { step, from: begin, to, sums: sumBy(spansBetween(begin, to, step), days) };
}

/** The sums of the spans that are not zero. */
function sumBy(spans: readonly Span[], days: readonly DayMovement[]): Movement["sums"] {
  const sums: Movement["sums"] = [];
  let next = 0;
  for (const { from, to } of spans) {
    const sum = { from, to, purchases: 0, sales: 0 };
    for (let day = days[next]; day && day.day <= to; next++, day = days[next]) {
      sum.purchases += day.purchases;
      sum.sales += day.sales;
    }
    if (sum.purchases !== 0 || sum.sales !== 0) sums.push(sum);
  }
  return sums;
}
