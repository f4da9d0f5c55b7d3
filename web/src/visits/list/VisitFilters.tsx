import { capitalized } from "@rounds/domain/text/capitalized.ts";
import { statusFilters } from "@rounds/domain/visits/statuses.ts";
import { useWhose } from "../../api/people.ts";
import type { VisitsSearch } from "../../search.ts";
import { DateRangeFilter } from "../../table/filter/DateRangeFilter.tsx";
import { FilterChips } from "../../table/filter/FilterChips.tsx";
import { FilterDropdown } from "../../table/filter/FilterDropdown.tsx";
import { activeFilters, type Filter } from "../../table/filter/filters.ts";
import { MineToggle, WhoseFilter } from "../../table/filter/LaterWhose.ts";
import { ListFilters } from "../../table/filter/ListFilters.tsx";
import { rangeProblem } from "../../table/filter/range-problem.ts";
import type { ChangeSearch } from "../../table/filter/useListSearch.ts";
import { byAuthor } from "../../table/filter/whose.ts";
import { type Away, later } from "../../ui/browser/later.tsx";
import { controlClass } from "../../ui/control/control-class.ts";
import { held } from "../../ui/control/held.ts";
import { describeRange, type VisitRange } from "./visit-range.ts";

const CityFilter = later(
  () => import("./CityFilter.tsx").then((module) => module.CityFilter),
  ({ city }, away) => <AwaitedCity city={city} {...away} />,
);

const statuses = statusFilters.map((value) => ({ value, label: capitalized(value) }));

type Props = {
  search: VisitsSearch;
  range: VisitRange;
  onChange: ChangeSearch<VisitsSearch>;
};

/** The filters of the visit list, with active ones as chips. */
export function VisitFilters({ search, range, onChange }: Props) {
  const { start_date, end_date } = range;
  // The default days are not the reader's choice.
  const byDefault = search.start_date === undefined && search.end_date === undefined;
  const applies = start_date !== "" && end_date !== "" && !rangeProblem(start_date, end_date);
  const emptied = start_date === "" && end_date === "";
  const status = statuses.find((choice) => choice.value === search.status);
  const filters: Filter<VisitsSearch>[] = [
    { label: "Search", value: search.search, keys: ["search"] },
    {
      label: "Dates",
      value: !byDefault && (applies || emptied) && describeRange(range),
      keys: ["start_date", "end_date"],
    },
    { label: "Status", value: status?.label, keys: ["status"] },
    { label: "City", value: search.city, keys: ["city"] },
    {
      label: "Representative",
      value: useWhose(search.representative, byAuthor.nobody),
      keys: ["representative"],
    },
  ];

  return (
    <div className="flex flex-col gap-2">
      <ListFilters
        active={activeFilters(filters).length - (search.search ? 1 : 0)}
        search={{ value: search.search, change: onChange }}
        quick={<MineToggle value={search.representative} onChange={onChange} />}
      >
        <DateRangeFilter
          from={start_date}
          to={end_date}
          onChange={({ from, to }) => onChange({ start_date: from, end_date: to })}
        />
        <FilterDropdown
          label="Status"
          narrow
          value={search.status}
          options={statuses}
          onChange={(value) => onChange({ status: value })}
        />
        <div className="min-w-0 sm:w-36">
          <CityFilter city={search.city} onCity={(city) => onChange({ city })} />
        </div>
        <WhoseFilter narrow value={search.representative} onChange={onChange} by={byAuthor} table="Visits" />
      </ListFilters>
      <FilterChips onPaper filters={filters} change={onChange} />
    </div>
  );
}

/** Reserves the field's space while its code is loading; after a failure, a press loads it again. */
function AwaitedCity({ city, failed, retrying, retry }: { city: string | undefined } & Away) {
  return (
    <div aria-hidden={!failed}>
      <p data-label className="mb-1 block text-small font-medium">
        City
      </p>
      {failed ? (
        <button
          type="button"
          aria-label="City: Not loaded. Retry"
          onClick={retry}
          {...(retrying && held)}
          className={`${controlClass()} truncate py-2 text-left sm:py-1.5`}
        >
          Not loaded. Retry
        </button>
      ) : (
        <p className={`${controlClass()} truncate py-2 sm:py-1.5 ${city ? "" : "text-muted"}`}>
          {city ?? "All Cities"}
        </p>
      )}
    </div>
  );
}
