import { addDays, type Day, formatDay, formatDayLong } from "@rounds/domain/calendar/calendar.ts";
import { formatCount } from "@rounds/domain/money/count.ts";
import { formatRupees } from "@rounds/domain/money/money.ts";
import { comesBefore, isSoonestFirst } from "@rounds/domain/visits/order.ts";
import type { VisitDay, VisitList, VisitRow } from "@rounds/domain/visits/visit-list.ts";
import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useCallback, useMemo, useRef, useState } from "react";
import { type ApiError, asApiError } from "../../api/api-error.ts";
import { useToday } from "../../api/clock.ts";
import { useRefusals } from "../../api/permissions.ts";
import { usePending, withPending } from "../../api/phone/pending-rows.ts";
import { readingOf } from "../../api/reading.ts";
import { allDates, paths } from "../../paths.ts";
import { type VisitsSearch, visitsSearch } from "../../search.ts";
import { rangeProblem } from "../../table/filter/range-problem.ts";
import { useListSearch } from "../../table/filter/useListSearch.ts";
import { PagedTable } from "../../table/PagedTable.tsx";
import { PrintButton } from "../../table/PrintButton.tsx";
import { RowActions } from "../../table/rows/RowActions.tsx";
import { type PagedList, usePagedList } from "../../table/usePagedList.ts";
import { later, NotLoaded } from "../../ui/browser/later.tsx";
import { ButtonLink } from "../../ui/control/ButtonLink.tsx";
import { Card } from "../../ui/figure/Card.tsx";
import { counted } from "../../ui/figure/counted.ts";
import { PageHeader } from "../../ui/navigation/PageHeader.tsx";
import { ListViews } from "../../views/LaterListViews.ts";
import { DeleteVisitDialog } from "../details/DeleteVisitDialog.tsx";
import { visitQueries } from "../queries.ts";
import { isListed, type ShownVisit } from "./shown-visits.ts";
import { UpcomingChip, upcomingDays } from "./UpcomingChip.tsx";
import { VisitFilters } from "./VisitFilters.tsx";
import { VisitFrequencyCard } from "./VisitFrequencyCard.tsx";
import { visitColumns, visitName } from "./visit-columns.tsx";
import { describeRange, listQuery, rangeOf } from "./visit-range.ts";

/** Most lists have visits: what an empty one says is no part of the first screen. */
const NoVisits = later(
  () => import("./NoVisits.tsx").then((module) => module.NoVisits),
  (_, away) => (away.failed ? <NotLoaded {...away} /> : <div className="min-h-60" />),
);

const targetOf = ({ id }: ShownVisit) => paths.visit(id);

/** The list of visits with its filters, and how often each doctor was visited. */
export function VisitsPage() {
  const [search, change] = useListSearch(visitsSearch);
  const today = useToday();
  const range = rangeOf(search, today);
  const visits = useQuery(visitQueries.list(listQuery(search, range), today));
  const [deleting, setDeleting] = useState<VisitRow | null>(null);
  const refusals = useRefusals();
  const list = usePagedList(readingOf(visits), {
    page: search.page,
    change,
    errorText: loadFailure(visits.error),
  });

  const { data } = visits;
  const shown = useShown(list, search, range, today);
  /** Days that only paper contains: the list's own page does not know them. */
  const printedDays = useRef<readonly VisitDay[]>([]);
  const readWhole = async () => {
    const { rows, days } = await visitQueries.whole(listQuery(search, range));
    printedDays.current = days;
    return rows;
  };
  const totalOf = (day: Day) => [...(data?.days ?? []), ...printedDays.current].find((of) => of.day === day);
  const actions = useCallback(
    (visit: ShownVisit) => (
      // Their place is kept while there is nothing yet to edit or delete.
      <span className={visit.saving ? "invisible" : undefined}>
        <RowActions
          name={visitName(visit)}
          view={paths.visit(visit.id)}
          edit={paths.editVisit(visit.id)}
          uneditable={refusals.ofVisit("edit", visit)}
          onDelete={() => setDeleting(visit)}
          undeletable={refusals.ofVisit("delete", visit)}
        />
      </span>
    ),
    [refusals],
  );
  const showAllDates = () => change(allDates);
  const ranged = range.start_date !== "" && range.end_date !== "";
  const applies = ranged && !rangeProblem(range.start_date, range.end_date);
  const narrowed = Boolean(search.search || search.status || search.city || search.representative);
  const upcoming = data?.upcoming;
  const ahead = upcoming && upcomingDays(upcoming, today);
  const showsAhead = range.start_date === addDays(today, 1) && range.end_date >= (ahead?.end_date ?? "");
  const usualDates = { start_date: undefined, end_date: undefined };
  const toggleAhead = () => change(showsAhead ? usualDates : (ahead ?? usualDates));
  return (
    <div className="flex flex-col gap-2">
      <PageHeader
        title="Doctor Visits"
        summary={
          <>
            {describeRange(range)}
            {ranged && (
              <button type="button" className={textButton} onClick={showAllDates}>
                Show all dates
              </button>
            )}
          </>
        }
        aside={<UpcomingChip upcoming={upcoming} shown={showsAhead} onToggle={toggleAhead} />}
        actions={
          <>
            <ListViews
              list="visits"
              search={search}
              exported={{ of: "visits", query: listQuery(search, range), total: data?.total, look: "icon" }}
            />
            <PrintButton />
          </>
        }
        primary={
          <ButtonLink variant="primary" icon={Plus} target={paths.addVisit()}>
            Add Visit
          </ButtonLink>
        }
      />
      <VisitFilters search={search} range={range} onChange={change} />
      <Card flush>
        <div className="flex flex-wrap items-center gap-x-6 px-4 py-1 sm:px-5 lg:min-h-12 lg:flex-nowrap">
          <ListHeader list={data} />
          {applies && (
            <VisitFrequencyCard
              frequencies={data?.frequencies}
              doctors={data?.frequency_doctors ?? 0}
              error={visits.error}
            />
          )}
        </div>
        <PagedTable<ShownVisit>
          label="Visits"
          itemName="visits"
          list={shown}
          readWhole={readWhole}
          columns={visitColumns}
          groups={{
            keyOf: (visit) => visit.visit_date,
            heading: (day) => <DayHeading day={day} today={today} total={totalOf(day)} />,
          }}
          rowTarget={targetOf}
          actions={actions}
          empty={
            <NoVisits
              narrowed={narrowed}
              ranged={ranged}
              ahead={showsAhead ? 0 : (upcoming?.visits ?? 0)}
              onAllDates={showAllDates}
              onAhead={toggleAhead}
            />
          }
        />
      </Card>
      {deleting && (
        <DeleteVisitDialog
          visit={deleting}
          errorText={deleteFailure}
          onDeleted={() => setDeleting(null)}
          onClose={() => setDeleting(null)}
        />
      )}
    </div>
  );
}

/** The list with one's own visits that are being saved. */
function useShown(
  list: PagedList<VisitRow>,
  { search, city, status, representative, page }: VisitsSearch,
  { start_date, end_date }: ReturnType<typeof rangeOf>,
  today: Day,
): PagedList<ShownVisit> {
  const pending = usePending<ShownVisit>("visits");
  const { data } = list;
  const shown = useMemo(() => {
    const range = { start_date, end_date };
    const listed = pending.filter(
      (visit) => visit.change || isListed(visit, { search, city, status, representative, page }, range),
    );
    const isBefore = comesBefore(isSoonestFirst(range, today));
    return data && withPending<VisitRow, typeof data>(data, listed, isBefore);
  }, [data, pending, search, city, status, representative, page, start_date, end_date, today]);
  return { ...list, data: shown };
}

const textButton =
  "-my-2 ml-1 inline-flex min-h-8 items-center rounded-control px-1 font-medium text-accent hover:underline print:hidden touch:min-h-11";

function loadFailure(error: unknown): string {
  return asApiError(error).code === "unreachable"
    ? "Failed to load visits. Please check your connection and try again."
    : "Error loading visits. Please try again.";
}

function deleteFailure(error: ApiError): string {
  return error.retryable
    ? "Failed to delete visit. Please try again."
    : "Error deleting visit. Please try again.";
}

/** Lower than a card's own heading, and beside the frequencies on desks: the height belongs to the visits. */
function ListHeader({ list }: { list: VisitList | undefined }) {
  const { rows, total, unfiltered } = list ?? { rows: [], total: 0, unfiltered: 0 };
  const filtered = total === unfiltered ? "" : ` (filtered from ${formatCount(unfiltered)} total)`;
  return (
    <div className="flex w-full flex-wrap items-baseline justify-between gap-x-4 lg:block lg:w-auto lg:min-w-40 lg:shrink-0">
      <h2 className="text-base leading-7 font-semibold lg:leading-5">
        Visits List
        {list && <span className="ml-2 font-normal text-muted">({formatCount(total)})</span>}
      </h2>
      <p
        className="text-small text-muted max-sm:text-xs lg:min-h-4.5 lg:text-xs lg:leading-4.5 print:hidden"
        aria-live="polite"
      >
        {list && `Showing ${formatCount(rows.length)} of ${formatCount(total)} visits${filtered}`}
      </p>
    </div>
  );
}

/** The heading of a day: its name, the number of visits and their sales. The totals are of the whole day. */
function DayHeading({ day, today, total }: { day: Day; today: Day; total: VisitDay | undefined }) {
  const name = dayName(day, today);
  return (
    <span className="flex flex-wrap items-baseline justify-between gap-x-4">
      <span>
        <span className="font-semibold">{name ?? formatDayLong(day)}</span>
        {name && <span className="ml-2 text-muted">{formatDay(day)}</span>}
      </span>
      {total && (
        <span className="text-muted">
          {counted(total.visits, "visit")} · {formatRupees(total.total_sales)}
        </span>
      )}
    </span>
  );
}

/** The name of a day that is near. */
function dayName(day: Day, today: Day): string | undefined {
  if (day === today) return "Today";
  if (day === addDays(today, -1)) return "Yesterday";
  return day === addDays(today, 1) ? "Tomorrow" : undefined;
}
