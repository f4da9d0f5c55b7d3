import type { LedgerQuery } from "@rounds/domain/stock/stock.ts";
import type { LedgerSearch } from "../../search.ts";
import { describeDays } from "../../table/filter/describe-days.ts";
import { rangeProblem } from "../../table/filter/range-problem.ts";
import { ledgerChoices } from "./ledger-words.ts";

/** The days that filter the ledger: both must be set and in order. */
export function ledgerDays({ start_date = "", end_date = "" }: LedgerSearch) {
  if (start_date === "" || end_date === "" || rangeProblem(start_date, end_date)) return null;
  return { from: start_date, to: end_date };
}

/** Whether the end is before the start: then nothing matches, and no request is needed. */
export function isImpossible({ start_date = "", end_date = "" }: LedgerSearch): boolean {
  return start_date !== "" && end_date !== "" && rangeProblem(start_date, end_date) !== null;
}

/** The request for an address: a single date filters nothing, and is not sent. */
export function askedLedger(search: LedgerSearch): LedgerQuery {
  const { kind, start_date, end_date, representative, page } = search;
  return { kind, ...(ledgerDays(search) && { start_date, end_date }), representative, page };
}

/** The filters in words: "Purchases by Ravi, Jan 01, 2025 to Jan 21, 2025"; empty if there are none. */
export function describeLedger(search: LedgerSearch, person?: string): string {
  const days = ledgerDays(search);
  const kind = ledgerChoices.find(({ value }) => value === search.kind)?.label;
  if (!kind && !days && !person) return "";
  const movements = `${kind ?? "All movements"}${person ? ` by ${person}` : ""}`;
  return days ? `${movements}, ${describeDays(days)}` : movements;
}
