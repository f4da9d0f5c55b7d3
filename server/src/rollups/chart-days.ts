import type { Database } from "@rounds/database/connect.ts";
import { endOfMonth, startOfMonth } from "@rounds/domain/calendar/calendar.ts";
import type { Days } from "@rounds/domain/calendar/compared.ts";
import { stepFor } from "@rounds/domain/calendar/spans.ts";
import { type PeriodSums, type ProductChoice, readDays, readProductPeriods } from "./queries.ts";

type Chart = {
  days: Days;
  choice: ProductChoice;
  /** Whether the chart begins with the first day that it shows. */
  isOpen: boolean;
  /** Whether the chart shows these sums. */
  isShown: (sums: PeriodSums) => boolean;
};

/**
 * What a chart shows of the chosen products over some days, in order: sums of days. If the chart is by month, those of a
 * month may be one, on its first day: many products have many days.
 */
export async function readChartDays(
  db: Database,
  { days, choice, isOpen, isShown }: Chart,
): Promise<PeriodSums[]> {
  const read = async (from: string, to: string, by: "day" | "month") =>
    (await readProductPeriods(db, { from, to }, choice, by)).filter(isShown);
  const { from, to } = days;
  if (!choice.product_id && !choice.category) return (await readDays(db, days)).filter(isShown);
  if (stepFor(from, to) !== "month") return await read(from, to, "day");
  let months = await readProductPeriods(db, days, choice, "month");
  if (!isOpen) return months.filter(isShown);
  // The chart begins with the first day that it shows, which also decides its step.
  for (let [first] = months; first; [first] = months) {
    const end = endOfMonth(first.day) < to ? endOfMonth(first.day) : to;
    const ofMonth = await read(startOfMonth(first.day), end, "day");
    months = months.filter(({ day }) => day > end);
    const begin = ofMonth[0]?.day;
    if (begin === undefined) continue;
    if (stepFor(begin, to) === "month") return [...ofMonth, ...months.filter(isShown)];
    return await read(begin, to, "day");
  }
  return [];
}
