import type { LedgerSearch } from "../search.ts";
import { DateRangeFilter } from "../table/DateRangeFilter.tsx";
import { describeDays } from "../table/describe-days.ts";
import { type FilterChip, FilterChips } from "../table/FilterChips.tsx";
import { FilterDropdown } from "../table/FilterDropdown.tsx";
import { ListFilters } from "../table/ListFilters.tsx";
import type { ChangeSearch } from "../table/useListSearch.ts";
import { describeLedger, ledgerDays } from "./ledger-filters.ts";
import { ledgerKinds } from "./ledger-words.ts";

/** Changes that remove every filter. */
export const wholeLedger = { kind: undefined, start_date: undefined, end_date: undefined } as const;

type Props = { search: LedgerSearch; onChange: ChangeSearch<LedgerSearch> };

/** The filters of a ledger, with active ones as chips; paper shows them in words. */
export function LedgerFilters({ search, onChange }: Props) {
  const { kind, start_date = "", end_date = "" } = search;
  const days = ledgerDays(search);
  const label = ledgerKinds.find(({ value }) => value === kind)?.label;
  const chips: FilterChip[] = [];
  if (label) chips.push({ label: "Type", value: label, onRemove: () => onChange({ kind: undefined }) });
  if (days) {
    const onRemove = () => onChange({ start_date: undefined, end_date: undefined });
    chips.push({ label: "Dates", value: describeDays(days), onRemove });
  }
  return (
    <div className="flex flex-col gap-3 px-4 pb-4 sm:px-5">
      <ListFilters active={chips.length}>
        <FilterDropdown
          label="Type"
          allLabel="All movements"
          value={kind}
          options={ledgerKinds}
          onChange={(chosen) => onChange({ kind: chosen })}
        />
        <DateRangeFilter
          from={start_date}
          to={end_date}
          onChange={({ from, to }) => onChange({ start_date: from || undefined, end_date: to || undefined })}
        />
      </ListFilters>
      <FilterChips chips={chips} clearLabel="Clear Filters" onClearAll={() => onChange(wholeLedger)} />
      {chips.length > 0 && <p className="hidden print:block">{describeLedger(search)}</p>}
    </div>
  );
}
