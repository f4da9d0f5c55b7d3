import { formatDay } from "@rounds/domain/calendar/calendar.ts";
import { formatRupees } from "@rounds/domain/money/money.ts";
import { comesBefore } from "@rounds/domain/visits/order.ts";
import type { VisitRow } from "@rounds/domain/visits/visit-list.ts";
import { useQuery } from "@tanstack/react-query";
import { CalendarPlus } from "lucide-react";
import { useMemo } from "react";
import { type Shown, usePending, withPending } from "../../api/phone/pending-rows.ts";
import { readingOf } from "../../api/reading.ts";
import { paths } from "../../paths.ts";
import { pageSearch } from "../../search.ts";
import { useListSearch } from "../../table/filter/useListSearch.ts";
import { byAuthor } from "../../table/filter/whose.ts";
import { PagedTable } from "../../table/PagedTable.tsx";
import type { Column } from "../../table/rows/columns.ts";
import { TextCell } from "../../table/rows/TextCell.tsx";
import { sumOfRupees } from "../../table/sums.ts";
import { usePagedList } from "../../table/usePagedList.ts";
import { laterBeside } from "../../ui/browser/later.tsx";
import { ButtonLink } from "../../ui/control/ButtonLink.tsx";
import { Card } from "../../ui/figure/Card.tsx";
import { counted } from "../../ui/figure/counted.ts";
import { StatusBadge } from "../../ui/figure/StatusBadge.tsx";
import { EmptyState } from "../../ui/message/EmptyState.tsx";
import { doctorQueries } from "../queries.ts";

const WhoseColumn = laterBeside(
  () => import("../../table/filter/WhoseFilter.tsx").then((module) => module.WhoseColumn),
  () => null,
);

const loadFailed = "Error loading visits. Please try again.";

const columns: readonly Column<Shown<VisitRow>>[] = [
  {
    header: "Visit Date",
    priority: 1,
    cell: ({ visit_date }) => <span className="whitespace-nowrap">{formatDay(visit_date)}</span>,
  },
  {
    header: "Status",
    priority: 2,
    cell: ({ status, saving, waiting }) => <StatusBadge status={status} saving={saving} waiting={waiting} />,
  },
  {
    header: "Total Sales",
    priority: 1,
    align: "right",
    total: sumOfRupees(({ total_sales }) => total_sales),
    cell: ({ total_sales, item_count }) => (
      <>
        <span className="whitespace-nowrap">{formatRupees(total_sales)}</span>{" "}
        <span className="text-small whitespace-nowrap text-muted">({counted(item_count, "item")})</span>
      </>
    ),
  },
  {
    header: "Notes",
    priority: 2,
    cell: ({ notes }) =>
      notes ? <TextCell text={notes} width="widest" /> : <span className="text-muted">No notes</span>,
  },
];

/** The visits to a doctor, newest first. */
export function VisitHistory({ doctor_id }: { doctor_id: string }) {
  const [{ page }, change] = useListSearch(pageSearch);
  const visits = useQuery(doctorQueries.visits(doctor_id, page));
  const list = usePagedList(readingOf(visits), {
    page,
    change,
    errorText: loadFailed,
  });
  const pending = usePending<Shown<VisitRow>>("visits");
  const { data } = list;
  const shown = useMemo(() => {
    const own = pending.filter(
      ({ doctor, change }) => change || ((page ?? 1) === 1 && doctor?.id === doctor_id),
    );
    return data && withPending<VisitRow, typeof data>(data, own, comesBefore(false));
  }, [data, pending, page, doctor_id]);
  const addVisit = (
    <ButtonLink icon={CalendarPlus} target={paths.addVisit({ doctor_id })}>
      Add Visit
    </ButtonLink>
  );
  return (
    <Card title="Visit History" actions={addVisit} flush>
      <WhoseColumn by={byAuthor} table="Visit History" />
      <PagedTable
        label="Visit History"
        itemName="visits"
        list={{ ...list, data: shown }}
        readWhole={() => doctorQueries.wholeVisits(doctor_id)}
        columns={columns}
        rowTarget={(visit) => paths.visit(visit.id)}
        empty={
          <EmptyState
            title="No visits recorded yet"
            hint="Visits to this doctor appear here, newest first."
          />
        }
      />
    </Card>
  );
}
