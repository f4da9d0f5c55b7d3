import type { Day, DayRange } from "../calendar/calendar.ts";
import { type Span, spansBetween, startOfStep, stepFor } from "../calendar/spans.ts";
import type { Movement } from "./inventory.ts";
import { firstReportDay } from "./report.ts";

/** Units bought and sold (net) on one day. */
export type DayMovement = { day: Day; purchases: number; sales: number };

/**
 * What moved over the days of a report, by day, week or month, whichever its length asks for. `days` are in order,
 * one for each day on which anything moved. Of a report that begins where reports begin unless said, the years before
 * anything moved are left out.
 */
export function movementOf(days: readonly DayMovement[], { from, to }: Required<DayRange>): Movement {
  const first = days[0]?.day;
  const shown = first !== undefined && from === firstReportDay ? first : from;
  const step = stepFor(shown, to);
  const whole = startOfStep(shown, step);
  const begin = whole > from ? whole : from;
  return { step, from: begin, to, sums: sumBy(spansBetween(begin, to, step), days) };
}

/** The sums of the spans in which anything is left. */
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
