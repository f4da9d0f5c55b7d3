import { formatCount } from "@rounds/domain/money/money.ts";
import type { VisitList, VisitRow } from "@rounds/domain/visits/visit-list.ts";
import { useQuery } from "@tanstack/react-query";
import { CalendarCheck, CalendarSearch, Plus } from "lucide-react";
import { useState } from "react";
import { type ApiError, asApiError } from "../api/api-error.ts";
import { useToday } from "../api/clock.ts";
import { paths } from "../paths.ts";
import { visitsSearch } from "../search.ts";
import { DataTable } from "../table/DataTable.tsx";
import { Pagination } from "../table/Pagination.tsx";
import { RowActions } from "../table/RowActions.tsx";
import { rangeProblem } from "../table/range-problem.ts";
import { useListSearch } from "../table/useListSearch.ts";
import { usePageInReach } from "../table/usePageInReach.ts";
import { Button } from "../ui/Button.tsx";
import { ButtonLink } from "../ui/ButtonLink.tsx";
import { Card } from "../ui/Card.tsx";
import { EmptyState } from "../ui/EmptyState.tsx";
import { PageHeader } from "../ui/PageHeader.tsx";
import { useFailureToast } from "../ui/useFailureToast.ts";
import { DeleteVisitDialog } from "./DeleteVisitDialog.tsx";
import { visitQueries } from "./queries.ts";
import { VisitFilters } from "./VisitFilters.tsx";
import { VisitFrequencyCard, VisitFrequencyFailure } from "./VisitFrequencyCard.tsx";
import { visitColumns, visitName } from "./visit-columns.tsx";
import { describeRange, listQuery, rangeOf } from "./visit-range.ts";

/** The list of visits with its filters, and how often each doctor was visited. */
export function VisitsPage() {
  const [search, change] = useListSearch(visitsSearch);
  const range = rangeOf(search, useToday());
  const visits = useQuery(visitQueries.list(listQuery(search, range)));
  const [deleting, setDeleting] = useState<VisitRow | null>(null);
  const errorText = loadFailure(visits.error);
  useFailureToast(visits.error, errorText);
  usePageInReach(search.page, visits.isPlaceholderData ? undefined : visits.data?.page, change);

  const { data } = visits;
  const showAllDates = () => change({ start_date: "", end_date: "" });
  const ranged = range.start_date !== "" && range.end_date !== "";
  const applies = ranged && !rangeProblem(range.start_date, range.end_date);
  const narrowed = Boolean(search.search || search.status || search.city);
  return (
    <div className="flex flex-col gap-5">
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
        primary={
          <ButtonLink variant="primary" icon={Plus} target={paths.addVisit()}>
            Add Visit
          </ButtonLink>
        }
      />
      <VisitFilters search={search} range={range} onChange={change} />
      {applies && data && (
        <VisitFrequencyCard frequencies={data.frequencies} doctors={data.frequency_doctors} />
      )}
      {applies && !data && visits.error && <VisitFrequencyFailure error={visits.error} />}
      <Card flush title={<ListTitle total={data?.total} />} actions={data && <Shown list={data} />}>
        <DataTable
          label="Visits"
          columns={visitColumns}
          rows={data?.rows}
          rowKey={(visit) => visit.id}
          rowTarget={(visit) => paths.visit(visit.id)}
          actions={(visit) => (
            <RowActions
              name={visitName(visit)}
              view={paths.visit(visit.id)}
              edit={paths.editVisit(visit.id)}
              onDelete={() => setDeleting(visit)}
            />
          )}
          error={visits.error}
          errorText={errorText}
          onRetry={() => void visits.refetch()}
          refreshing={visits.isPlaceholderData || visits.isRefetching}
          empty={<NoVisits narrowed={narrowed} ranged={ranged} onAllDates={showAllDates} />}
        />
        {data && (
          <Pagination
            page={data.page}
            total={data.total}
            shown={data.rows.length}
            pageSize={data.page_size}
            onPage={(page) => change({ page })}
            itemName="visits"
          />
        )}
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

const textButton =
  "ml-2 inline-flex min-h-8 items-center rounded-control px-1 font-medium text-accent hover:underline print:hidden touch:min-h-11";

function loadFailure(error: unknown): string {
  return asApiError(error).code === "unreachable"
    ? "Failed to load visits. Please check your connection and try again."
    : "Error loading visits. Please try again.";
}

function deleteFailure(error: ApiError): string {
  return error.code === "unreachable"
    ? "Failed to delete visit. Please try again."
    : "Error deleting visit. Please try again.";
}

function ListTitle({ total }: { total: number | undefined }) {
  return (
    <>
      Visits List
      {total !== undefined && <span className="ml-2 font-normal text-muted">({formatCount(total)})</span>}
    </>
  );
}

function Shown({ list: { rows, total, unfiltered } }: { list: VisitList }) {
  const filtered = total === unfiltered ? "" : ` (filtered from ${formatCount(unfiltered)} total)`;
  return (
    <p className="text-small text-muted" aria-live="polite">
      Showing {formatCount(rows.length)} of {formatCount(total)} visits{filtered}
    </p>
  );
}

/** Says why there is nothing: no visit lets itself be found, or there is none at all. */
function NoVisits({
  narrowed,
  ranged,
  onAllDates,
}: {
  narrowed: boolean;
  ranged: boolean;
  onAllDates: () => void;
}) {
  // Only the days are chosen, perhaps by default: whether there are visits at all is then not known yet.
  const everything = useQuery({ ...visitQueries.list({}), enabled: !narrowed && ranged });
  const none = !narrowed && (ranged ? everything.data?.total === 0 : true);
  if (!narrowed && ranged && everything.isPending) return <div className="min-h-60" />;
  if (none) {
    return (
      <EmptyState
        icon={CalendarCheck}
        title="No visits recorded yet"
        hint="Visits to doctors, with the products sold in each, are listed here."
        action={
          <ButtonLink variant="primary" icon={Plus} target={paths.addVisit()}>
            Add First Visit
          </ButtonLink>
        }
      />
    );
  }
  return (
    <EmptyState
      icon={CalendarSearch}
      title="No visits found matching your filters"
      hint={ranged ? "There may be visits on other dates." : "Try fewer filters."}
      action={ranged && <Button onClick={onAllDates}>Show all dates</Button>}
    />
  );
}
