import type { LedgerQuery } from "@rounds/domain/stock/stock.ts";
import type { LedgerSearch } from "../../search.ts";
import { describeDays } from "../../table/filter/describe-days.ts";
import { filteringDays } from "../../table/filter/range-problem.ts";
import { ledgerChoices } from "./ledger-words.ts";

/** The request for an address: a single date filters nothing, and is not sent. */
export function askedLedger(search: LedgerSearch): LedgerQuery {
  const { kind, start_date, end_date, representative, page } = search;
  return { kind, ...(filteringDays(search) && { start_date, end_date }), representative, page };
}

/** The filters in words: "Purchases by Ravi, Jan 01, 2025 to Jan 21, 2025"; empty if there are none. */
export function describeLedger(search: LedgerSearch, person?: string): string {
  const days = filteringDays(search);
  const kind = ledgerChoices.find(({ value }) => value === search.kind)?.label;
  if (!kind && !days && !person) return "";
  const movements = `${kind ?? "All movements"}${person ? ` by ${person}` : ""}`;
  return days ? `${movements}, ${describeDays(days)}` : movements;
}
