import type { LedgerQuery } from "@rounds/domain/stock/stock.ts";
import type { LedgerSearch } from "../search.ts";
import { describeDays } from "../table/describe-days.ts";
import { rangeProblem } from "../table/range-problem.ts";
import { ledgerKinds } from "./ledger-words.ts";

/** The days that filter the ledger: both must be set and in order. */
export function ledgerDays({ start_date = "", end_date = "" }: LedgerSearch) {
  if (start_date === "" || end_date === "" || rangeProblem(start_date, end_date)) return null;
  return { from: start_date, to: end_date };
}

/** Whether the end lies before the start: then nothing is found, and nothing need be asked. */
export function isImpossible({ start_date = "", end_date = "" }: LedgerSearch): boolean {
  return start_date !== "" && end_date !== "" && rangeProblem(start_date, end_date) !== null;
}

/** What is asked of the server for an address: a date alone filters nothing, and is not sent. */
export function askedLedger(search: LedgerSearch): LedgerQuery {
  const { kind, start_date, end_date, page } = search;
  return { kind, ...(ledgerDays(search) && { start_date, end_date }), page };
}

/** The filters in words: "Purchases, Jan 01, 2025 to Jan 21, 2025"; empty when nothing is filtered. */
export function describeLedger(search: LedgerSearch): string {
  const days = ledgerDays(search);
  const kind = ledgerKinds.find(({ value }) => value === search.kind)?.label;
  return [kind ?? (days && "All movements"), days && describeDays(days)].filter(Boolean).join(", ");
}
