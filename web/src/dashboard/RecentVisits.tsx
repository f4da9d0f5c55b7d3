import { addDays, type Day, formatDay, lastDay } from "@rounds/domain/calendar/calendar.ts";
import { notesPreview } from "@rounds/domain/visits/notes.ts";
import type { VisitRow } from "@rounds/domain/visits/visit-list.ts";
import { CalendarCheck, Plus } from "lucide-react";
import { paths } from "../paths.ts";
import type { Column, DataTableProps } from "../table/rows/columns.ts";
import { DataTable } from "../table/rows/DataTable.tsx";
import { RowActions } from "../table/rows/RowActions.tsx";
import { TextCell } from "../table/rows/TextCell.tsx";
import { usePhone } from "../ui/browser/useMediaQuery.ts";
import { ButtonLink } from "../ui/control/ButtonLink.tsx";
import { Card } from "../ui/figure/Card.tsx";
import { StatusBadge } from "../ui/figure/StatusBadge.tsx";
import { EmptyState } from "../ui/message/EmptyState.tsx";
import { TextLink } from "../ui/navigation/TextLink.tsx";

const columns: readonly Column<VisitRow>[] = [
  { header: "Doctor", priority: 1, cell: ({ doctor }) => <TextCell text={doctor.name} width="wide" /> },
  {
    header: "Visit Date",
    priority: 2,
    cell: ({ visit_date }) => <span className="whitespace-nowrap">{formatDay(visit_date)}</span>,
  },
  { header: "Status", priority: 1, cell: ({ status }) => <StatusBadge status={status} /> },
  {
    header: "Notes",
    priority: 2,
    cell: ({ notes }) => (
      <span className={`block break-words sm:max-w-md ${notes ? "" : "text-muted"}`}>
        {notesPreview(notes)}
      </span>
    ),
  },
];

type Props = {
  visits: readonly VisitRow[] | undefined;
  /** Whether this is the current month: only then a first visit is suggested. */
  current: boolean;
  refreshing: boolean;
  error: unknown;
  onRetry: () => void;
};

/** The latest visits of the period, up to today. */
export function RecentVisits({ visits, current, refreshing, error, onRetry }: Props) {
  return (
    <Card title="Recent Visits" actions={<TextLink target={paths.visits()}>View all</TextLink>} flush>
      <VisitTable
        label="Recent Visits"
        rows={visits}
        error={error}
        errorText="The dashboard could not be loaded."
        onRetry={onRetry}
        refreshing={refreshing}
        empty={
          <EmptyState
            icon={CalendarCheck}
            title="No visits in this period"
            action={
              current && (
                <ButtonLink icon={Plus} target={paths.addVisit()}>
                  Add First Visit
                </ButtonLink>
              )
            }
          />
        }
      />
    </Card>
  );
}

/** The next scheduled visits, whatever the period; nothing if there are none. */
export function PlannedVisits({ visits, today }: { visits: readonly VisitRow[] | undefined; today: Day }) {
  if (!visits || visits.length === 0) return null;
  const ahead = { start_date: addDays(today, 1), end_date: lastDay };
  return (
    <Card
      title="Planned Visits"
      actions={<TextLink target={paths.visits(ahead)}>View planned</TextLink>}
      flush
    >
      <VisitTable
        label="Planned Visits"
        rows={visits}
        error={null}
        errorText=""
        onRetry={() => {}}
        empty={null}
      />
    </Card>
  );
}

const targetOf = ({ id }: VisitRow) => paths.visit(id);

type TableProps = Omit<DataTableProps<VisitRow>, "columns" | "rowKey" | "rowTarget" | "actions">;

function VisitTable(props: TableProps) {
  // A card is already one large link to its visit.
  const phone = usePhone();
  return (
    <DataTable
      {...props}
      columns={columns}
      rowKey={({ id }) => id}
      rowTarget={targetOf}
      actions={phone ? undefined : viewVisit}
    />
  );
}

function viewVisit({ id, visit_date, doctor }: VisitRow) {
  return <RowActions name={`visit to ${doctor.name} on ${formatDay(visit_date)}`} view={paths.visit(id)} />;
}
