import type { Day } from "@rounds/domain/calendar/calendar.ts";
import { firstReportDay } from "@rounds/domain/inventory/report.ts";
import type { InventorySearch } from "../search.ts";
import { rangeProblem } from "../table/range-problem.ts";

/** The days that the report is about. */
export type ReportDays = {
  /** What the date fields hold; empty when not set. */
  shown: { start_date: Day | ""; end_date: Day | "" };
  /** The days that are covered, to today at the latest; without a problem they are in order. */
  from: Day;
  to: Day;
  /** Why there is nothing to ask for, `null` when all is well. */
  problem: string | null;
  /** Whether the reader chose other days than the report's own. */
  chosen: boolean;
};

/** The days that the report's address asks for; a day that it does not name is the report's own. */
export function reportDays(search: InventorySearch, today: Day): ReportDays {
  // A report always covers some days: with both fields emptied it is back at its own.
  const emptied = search.start_date === "" && search.end_date === "";
  const start_date = emptied ? firstReportDay : (search.start_date ?? firstReportDay);
  const end_date = emptied ? today : (search.end_date ?? today);
  const to = end_date || today;
  return {
    shown: { start_date, end_date },
    from: start_date || firstReportDay,
    to: to > today ? today : to,
    problem:
      rangeProblem(start_date, end_date) ?? (start_date > today ? "Start date cannot be after today." : null),
    chosen: start_date !== firstReportDay || end_date !== today,
  };
}

/** What the address holds for chosen days: the report's own are left out, so that it goes on to end today. */
export function namedDays({ from, to }: { from: Day | ""; to: Day | "" }, today: Day) {
  return {
    start_date: from === firstReportDay ? undefined : from,
    end_date: to === today ? undefined : to,
  };
}
