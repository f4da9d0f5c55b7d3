import { useWhose } from "../../api/people.ts";
import type { LedgerSearch } from "../../search.ts";
import { DateRangeFilter } from "../../table/filter/DateRangeFilter.tsx";
import { describeDays } from "../../table/filter/describe-days.ts";
import { FilterChips } from "../../table/filter/FilterChips.tsx";
import { FilterDropdown } from "../../table/filter/FilterDropdown.tsx";
import { activeFilters, type Filter } from "../../table/filter/filters.ts";
import { WhoseFilter } from "../../table/filter/LaterWhose.ts";
import { ListFilters } from "../../table/filter/ListFilters.tsx";
import { filteringDays } from "../../table/filter/range-problem.ts";
import type { ChangeSearch } from "../../table/filter/useListSearch.ts";
import { byAuthor } from "../../table/filter/whose.ts";
import { describeLedger } from "./ledger-filters.ts";
import { ledgerChoices } from "./ledger-words.ts";

/** Changes that remove every filter. */
export const wholeLedger = {
  kind: undefined,
  start_date: undefined,
  end_date: undefined,
  representative: undefined,
} as const;

type Props = { search: LedgerSearch; onChange: ChangeSearch<LedgerSearch> };

/** The filters of a ledger, with active ones as chips; paper shows them in words. */
export function LedgerFilters({ search, onChange }: Props) {
  const { kind, start_date = "", end_date = "" } = search;
  const days = filteringDays(search);
  const person = useWhose(search.representative, byAuthor.nobody);
  const label = ledgerChoices.find(({ value }) => value === kind)?.label;
  const filters: Filter<LedgerSearch>[] = [
    { label: "Type", value: label, keys: ["kind"] },
    { label: "Dates", value: days && describeDays(days), keys: ["start_date", "end_date"] },
    { label: "Representative", value: person, keys: ["representative"] },
  ];
  const chosen = activeFilters(filters).length;
  return (
    <div className="flex flex-col gap-3 px-4 pb-4 sm:px-5">
      <ListFilters active={chosen}>
        <FilterDropdown
          label="Type"
          allLabel="All movements"
          value={kind}
          options={ledgerChoices}
          onChange={(value) => onChange({ kind: value })}
        />
        <DateRangeFilter
          from={start_date}
          to={end_date}
          onChange={({ from, to }) => onChange({ start_date: from || undefined, end_date: to || undefined })}
        />
        <WhoseFilter value={search.representative} onChange={onChange} by={byAuthor} />
      </ListFilters>
      <FilterChips filters={filters} change={onChange} clearLabel="Clear Filters" />
      {chosen > 0 && <p className="hidden print:block">{describeLedger(search, person)}</p>}
    </div>
  );
}
