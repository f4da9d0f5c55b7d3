import { historyNouns } from "@rounds/domain/history/fields.ts";
import type { RecordNoun } from "@rounds/domain/history/history.ts";
import { type ChangesNoun, changesNouns } from "@rounds/domain/history/nouns.ts";
import { nameOf } from "@rounds/domain/team/member-name.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import { History } from "lucide-react";
import { today } from "../../api/clock.ts";
import { ListExport } from "../../exports/ListExport.tsx";
import { ChangeEntries } from "../../history/ChangeEntries.tsx";
import { entriesOf, type HistoryEntry } from "../../history/history-words.ts";
import { historyQueries } from "../../history/queries.ts";
import { ShowOlder } from "../../history/ShowOlder.tsx";
import { type ChangesSearch, changesSearch } from "../../history/search.ts";
import { Unread } from "../../history/Unread.tsx";
import { targetOf } from "../../history/undo.ts";
import { DateRangeFilter } from "../../table/filter/DateRangeFilter.tsx";
import { describeDays } from "../../table/filter/describe-days.ts";
import { FilterChips } from "../../table/filter/FilterChips.tsx";
import { FilterDropdown } from "../../table/filter/FilterDropdown.tsx";
import { activeFilters, type Filter } from "../../table/filter/filters.ts";
import { ListFilters } from "../../table/filter/ListFilters.tsx";
import { filteringDays } from "../../table/filter/range-problem.ts";
import { useListSearch } from "../../table/filter/useListSearch.ts";
import { Card } from "../../ui/figure/Card.tsx";
import { EmptyState } from "../../ui/message/EmptyState.tsx";
import { PageHeader } from "../../ui/navigation/PageHeader.tsx";
import { MemberPicker } from "../member/MemberPicker.tsx";
import { usePerson } from "../member/usePerson.ts";
import { isForbidden, NotAllowed } from "../NotAllowed.tsx";
import { TeamTabs } from "../TeamTabs.tsx";

const nounLabels: Readonly<Record<ChangesNoun, string>> = {
  ...historyNouns,
  doctors: "Doctors",
  products: "Products",
  visits: "Visits",
  holidays: "Holidays",
};
const nounChoices = changesNouns.map((value) => ({ value, label: nounLabels[value] }));

/** The screen /team/changes: every change of records and settings, newest first, for administrators. */
export function ChangesPage() {
  const [search, change] = useListSearch(changesSearch);
  const { by, noun, start_date = "", end_date = "" } = search;
  // A single date filters nothing, and is not sent; an end before the start lets nothing through.
  const ranged = start_date !== "" && end_date !== "";
  const asked = { by, noun, ...(ranged && { start_date, end_date }) };
  const query = useInfiniteQuery(historyQueries.list(asked));
  const [person, remember] = usePerson(search.by);
  if (isForbidden(query.error)) return <NotAllowed />;

  const days = filteringDays(search);
  const filters: Filter<ChangesSearch>[] = [
    { label: "Person", value: search.by && (person ? nameOf(person) : "…"), keys: ["by"] },
    { label: "Kind", value: search.noun && nounLabels[search.noun], keys: ["noun"] },
    { label: "Days", value: days && describeDays(days), keys: ["start_date", "end_date"] },
  ];
  const chosen = activeFilters(filters).length;
  const pages = query.data?.pages ?? [];
  const entries = entriesOf(
    pages.flatMap(({ changes }) => changes),
    Object.assign({}, ...pages.map(({ names }) => names)),
  );
  return (
    <div className="flex flex-col gap-5">
      <PageHeader
        title="All changes"
        summary="Records and settings, newest first"
        actions={<ListExport of="changes" query={asked} total={entries.length > 0 ? "not counted" : 0} />}
      />
      <TeamTabs />
      <ListFilters active={chosen}>
        <search className="min-w-0 sm:w-72">
          <MemberPicker
            value={person}
            onChange={(member) => {
              remember(member);
              change({ by: member?.id });
            }}
          />
        </search>
        <FilterDropdown
          label="Kind"
          value={search.noun}
          options={nounChoices}
          onChange={(noun) => change({ noun })}
        />
        <DateRangeFilter
          from={start_date}
          to={end_date}
          max={today()}
          onChange={({ from, to }) => change({ start_date: from || undefined, end_date: to || undefined })}
        />
      </ListFilters>
      <FilterChips filters={filters} change={change} />
      <Card>
        {query.data && entries.length === 0 ? (
          <EmptyState
            icon={History}
            title={chosen > 0 || ranged ? "Nothing found matching your filters." : "No changes yet."}
            hint="Every edit and deletion appears here, with who did it and when. Nobody can change it."
          />
        ) : query.data ? (
          <>
            <ChangeEntries entries={entries} linkOf={linkOf} />
            <ShowOlder query={query} />
          </>
        ) : (
          <Unread query={query} what="the changes" lines={8} />
        )}
      </Card>
    </div>
  );
}

/** The screen of a record; of a product that may be deleted there is none. */
function linkOf({ noun, record, did }: HistoryEntry) {
  if (!record || (noun === "products" && did === "deleted")) return undefined;
  // Settings have no record.
  return targetOf({ noun: noun as RecordNoun, id: record });
}
