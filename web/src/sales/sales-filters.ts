import type { SalesSummaryQuery } from "@rounds/domain/sales/sales.ts";
import type { SalesSearch } from "../search.ts";
import { describeDays } from "../table/filter/describe-days.ts";
import { filteringDays, isImpossible } from "../table/filter/range-problem.ts";

/** The request for an address: a single date filters nothing, and is not sent. */
export function askedFilters(search: SalesSearch): SalesSummaryQuery {
  const { start_date, end_date, doctor_id, product_id, category, representative } = search;
  const dates = filteringDays(search) && { start_date, end_date };
  return { ...dates, doctor_id, product_id, category, representative };
}

/** Whether any filter is active, so that an empty list need not mean that there are no sales. */
export function isFiltered(search: SalesSearch): boolean {
  const { doctor_id, product_id, category, representative } = search;
  const chosen = Boolean(doctor_id || product_id || category || representative);
  return chosen || filteringDays(search) !== null || isImpossible(search);
}

/** The dates in words: "Jan 01, 2025 to Jan 21, 2025"; all dates if the range can't be used. */
export function describeDates(search: SalesSearch): string {
  // The filter says what to do about it.
  if (isImpossible(search)) return "The end lies before the start";
  const days = filteringDays(search);
  return days ? describeDays(days) : "All dates";
}
