import { formatDay } from "@rounds/domain/calendar/calendar.ts";
import { formatRupees } from "@rounds/domain/money/money.ts";
import { notesPreview } from "@rounds/domain/visits/notes.ts";
import type { VisitRow } from "@rounds/domain/visits/visit-list.ts";
import type { Column } from "../../table/rows/columns.ts";
import { sumOfRupees } from "../../table/sums.ts";
import { counted } from "../../ui/figure/counted.ts";
import { StatusBadge } from "../../ui/figure/StatusBadge.tsx";
import type { ShownVisit } from "./shown-visits.ts";

/** The columns of the visit list. */
export const visitColumns: readonly Column<ShownVisit>[] = [
  { header: "Doctor", priority: 1, cell: (visit) => <DoctorCell doctor={visit.doctor} /> },
  {
    header: "Visit Date",
    priority: 2,
    inHeading: true,
    cell: (visit) => <span className="whitespace-nowrap">{formatDay(visit.visit_date)}</span>,
  },
  {
    header: "Status",
    priority: 1,
    cell: (visit) => <StatusBadge status={visit.status} saving={visit.saving} waiting={visit.waiting} />,
  },
  {
    header: "Total Sales",
    priority: 2,
    align: "right",
    total: sumOfRupees(({ total_sales }) => total_sales),
    cell: (visit) => <SalesCell total_sales={visit.total_sales} item_count={visit.item_count} />,
  },
  {
    header: "Notes",
    priority: 3,
    cell: (visit) => (
      <span className={`block break-words sm:max-w-56 ${visit.notes ? "" : "text-muted"}`}>
        {notesPreview(visit.notes)}
      </span>
    ),
  },
];

/** A visit's name for screen readers: "visit to Dr. Asha Rao on Jan 05, 2025". */
export function visitName(visit: VisitRow): string {
  return `visit to ${visit.doctor.name} on ${formatDay(visit.visit_date)}`;
}

function DoctorCell({ doctor: { name, specialization, hospital, address } }: Pick<VisitRow, "doctor">) {
  const where = [hospital, address].filter(Boolean).join(", ");
  return (
    <span className="block min-w-0 break-words sm:max-w-72">
      <span className="line-clamp-2" title={name}>
        {name}
      </span>
      {specialization && (
        <span className="line-clamp-2 text-small font-normal text-muted">{specialization}</span>
      )}
      {where && (
        <span className="line-clamp-2 text-small font-normal text-muted" title={where}>
          {where}
        </span>
      )}
    </span>
  );
}

function SalesCell({ total_sales, item_count }: Pick<VisitRow, "total_sales" | "item_count">) {
  return (
    <span className="whitespace-nowrap">
      {formatRupees(total_sales)}{" "}
      <span className="text-small text-muted sm:block">{counted(item_count, "item")}</span>
    </span>
  );
}
