import { type Day, formatDay } from "@rounds/domain/calendar/calendar.ts";
import { firstReportDay } from "@rounds/domain/inventory/report.ts";
import type { InventorySearch } from "../search.ts";
import { rangeProblem } from "../table/filter/range-problem.ts";
import { describeSpan } from "../ui/figure/comparison.ts";

/** The days of the report. */
export type ReportDays = {
  /** The values of the date fields; empty if not set. */
  shown: { start_date: Day | ""; end_date: Day | "" };
  /** The covered days, at the latest until today; without a problem they are in order. */
  from: Day;
  to: Day;
  /** Why there is nothing to request; `null` if there is no problem. */
  problem: string | null;
  /** Whether the reader chose days other than the defaults. */
  chosen: boolean;
};

/** The days of an address; a missing one is the report's default. */
export function reportDays(search: InventorySearch, today: Day): ReportDays {
  // A report always covers some days: clearing both fields returns to the defaults.
  const emptied = search.start_date === "" && search.end_date === "";
  const start_date = emptied ? firstReportDay : (search.start_date ?? firstReportDay);
  const end_date = emptied ? today : (search.end_date ?? today);
  const to = end_date || today;
  return {
    shown: { start_date, end_date },
    from: start_date || firstReportDay,
    to: to > today ? today : to,
    problem: problemOf(start_date, end_date, today),
    chosen: start_date !== firstReportDay || end_date !== today,
  };
}

/** An end that is today by itself is no mistake, so the start comes first. */
function problemOf(start_date: Day | "", end_date: Day | "", today: Day): string | null {
  if (start_date > today) return "Start date cannot be after today.";
  return end_date > today ? "End date cannot be after today." : rangeProblem(start_date, end_date);
}

/** The days that the figures sum, behind one of them: "since Jan 01, 2020" if they go on until today. */
export function sumWords({ from, to }: Pick<ReportDays, "from" | "to">, today: Day): string {
  return to === today && from !== to ? `since ${formatDay(from)}` : describeSpan({ from, to });
}

/** The search parameters for chosen days: default days are left out, so that the report continues to end today. */
export function namedDays({ from, to }: { from: Day | ""; to: Day | "" }, today: Day) {
  return {
    start_date: from === firstReportDay ? undefined : from,
    end_date: to === today ? undefined : to,
  };
}
