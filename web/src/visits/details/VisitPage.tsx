import { formatDayLong, formatMoment } from "@rounds/domain/calendar/calendar.ts";
import { formatCount } from "@rounds/domain/money/count.ts";
import { formatRupees } from "@rounds/domain/money/money.ts";
import type { Sale, Visit } from "@rounds/domain/visits/visit.ts";
import type { VisitRow } from "@rounds/domain/visits/visit-list.ts";
import { useQuery } from "@tanstack/react-query";
import { Pencil } from "lucide-react";
import { useMemo, useState } from "react";
import { isMissing } from "../../api/api-error.ts";
import { businessTimeZone } from "../../api/page-settings.ts";
import { useRefusals } from "../../api/permissions.ts";
import { isNotHere } from "../../api/phone/not-here.ts";
import { usePending } from "../../api/phone/pending-rows.ts";
import { HistoryCard } from "../../history/LaterHistory.ts";
import { paths } from "../../paths.ts";
import { PrintButton } from "../../table/PrintButton.tsx";
import type { Column } from "../../table/rows/columns.ts";
import { DataTable } from "../../table/rows/DataTable.tsx";
import { ButtonLink } from "../../ui/control/ButtonLink.tsx";
import { DeleteButton } from "../../ui/dialog/DeleteButton.tsx";
import { Card } from "../../ui/figure/Card.tsx";
import { counted } from "../../ui/figure/counted.ts";
import { DetailField } from "../../ui/figure/DetailField.tsx";
import { DetailList } from "../../ui/figure/DetailList.tsx";
import { StatusBadge } from "../../ui/figure/StatusBadge.tsx";
import { NotHereCard } from "../../ui/message/NotHereCard.tsx";
import { Skeleton } from "../../ui/message/Skeleton.tsx";
import { BackHeader } from "../../ui/navigation/BackHeader.tsx";
import { TextLink } from "../../ui/navigation/TextLink.tsx";
import { useLeave } from "../../ui/navigation/useLeave.ts";
import { useReturnOnFailure } from "../../ui/navigation/useReturnOnFailure.ts";
import { useRowId } from "../../ui/navigation/useRowId.ts";
import type { ShownVisit } from "../list/shown-visits.ts";
import { listedVisit, visitQueries } from "../queries.ts";
import { DeleteVisitDialog } from "./DeleteVisitDialog.tsx";
import { ShareVisitButton } from "./ShareVisitButton.tsx";
import { VisitMissing } from "./VisitMissing.tsx";

/** One visit with its sales. */
export function VisitPage() {
  const id = useRowId();
  const saving = usePending<ShownVisit>("visits").find((one) => one.id === id && one.saving);
  const visit = useQuery({ ...visitQueries.row(id), enabled: !saving });
  const listed = useMemo(() => listedVisit(id), [id]);
  const missing = isMissing(visit.error);
  useReturnOnFailure(
    visit.data || missing ? null : visit.error,
    "Error loading visit details",
    paths.visits(),
  );
  if (missing) return <VisitMissing id={id} title="Visit Details" />;
  const facts = visit.data ? factsOf(visit.data) : (saving ?? listed);
  if (!facts && isNotHere(visit.error)) {
    return (
      <div className="flex flex-col gap-5">
        <BackHeader title="Visit Details" back={paths.visits()} backLabel="Back to visits" />
        <NotHereCard noun="visit" onRetry={() => void visit.refetch()} retrying={visit.isFetching} />
      </div>
    );
  }
  return (
    <VisitScreen
      visit={visit.data}
      facts={facts}
      error={visit.data ? null : visit.error}
      onRetry={() => void visit.refetch()}
    />
  );
}

/** What is known of a visit without its sales. */
type Facts = Pick<
  VisitRow,
  "id" | "visit_date" | "status" | "notes" | "created_by" | "total_sales" | "item_count"
> & {
  saving?: boolean;
  /** The author's name; undefined until the visit has been read. */
  recorded_by?: string | null;
  /** Who changed it last, if anybody has, and when. */
  changed_by?: string | null | undefined;
  updated_at?: string;
  moves_stock?: boolean | undefined;
  doctor: Pick<VisitRow["doctor"], "id" | "name" | "specialization" | "hospital" | "representative_id">;
};

function factsOf(visit: Visit): Facts {
  return { ...visit, item_count: visit.sales.length };
}

type Props = { visit: Visit | undefined; facts: Facts | undefined; error: Error | null; onRetry: () => void };

/** `facts` may be there before the visit, whose list has shown them. */
function VisitScreen({ visit, facts, error, onRetry }: Props) {
  const [deleting, setDeleting] = useState(false);
  const refusals = useRefusals();
  const leave = useLeave();
  return (
    <div className="flex flex-col gap-5">
      <BackHeader
        title="Visit Details"
        back={paths.visits()}
        backLabel="Back to visits"
        tools={
          facts &&
          !facts.saving && (
            <>
              <ShareVisitButton visit={visit} />
              <PrintButton disabled={!visit} />
            </>
          )
        }
        actions={
          facts &&
          !facts.saving && (
            <>
              <ButtonLink
                icon={Pencil}
                target={paths.editVisit(facts.id)}
                refusal={refusals.ofVisit("edit", facts)}
              >
                Edit
              </ButtonLink>
              <DeleteButton
                onClick={() => setDeleting(true)}
                undeletable={refusals.ofVisit("delete", facts)}
              />
            </>
          )
        }
      />
      <Card title="Visit Information">{facts ? <VisitFacts facts={facts} /> : <Skeleton lines={5} />}</Card>
      <Card flush title="Sales">
        <DataTable
          label="Sales"
          columns={saleColumns}
          rows={visit?.sales ?? (facts?.item_count === 0 ? [] : undefined)}
          expected={facts?.item_count}
          rowKey={(sale) => sale.id}
          error={isNotHere(error) ? error : null}
          errorText="The sales of this visit are not on this phone. They need a connection."
          onRetry={onRetry}
          empty={<p className="px-4 pt-2 pb-8 text-center text-muted">No sales recorded for this visit</p>}
        />
        {facts && facts.item_count > 0 && (
          <p className="flex items-baseline justify-between gap-4 rounded-b-card border-t border-line bg-sunken px-4 py-3 sm:px-5">
            <span className="font-medium">Total Sales</span>
            <span className="text-lg font-semibold">{formatRupees(facts.total_sales)}</span>
          </p>
        )}
      </Card>
      {visit && (
        <HistoryCard
          noun="visits"
          id={visit.id}
          current={visit}
          unrestorable={() => refusals.ofVisit("edit", visit)}
          restore={async (former) => (await import("./restore-value.ts")).restoreVisitValue(visit.id, former)}
        />
      )}
      {facts && deleting && (
        <DeleteVisitDialog
          visit={facts}
          errorText={() => "Error deleting visit"}
          onDeleted={() => leave(paths.visits())}
          onClose={() => setDeleting(false)}
        />
      )}
    </div>
  );
}

function VisitFacts({ facts }: { facts: Facts }) {
  const { doctor, visit_date, status, saving, total_sales, item_count, notes, created_by, recorded_by } =
    facts;
  // What a list knows keeps the place of the name.
  const author = recorded_by === undefined && created_by ? "…" : recorded_by;
  const about = [doctor.specialization, doctor.hospital].filter(Boolean).join(", ");
  return (
    <DetailList>
      <DetailField
        label="Doctor"
        value={
          <>
            <TextLink target={paths.doctor(doctor.id)}>{doctor.name}</TextLink>
            {about && <span className="block text-muted">{about}</span>}
          </>
        }
      />
      <DetailField label="Visit Date" value={formatDayLong(visit_date)} />
      <DetailField label="Status" value={<StatusBadge status={status} saving={saving} />} />
      <DetailField
        label="Total Sales"
        value={
          <>
            <span className="font-semibold">{formatRupees(total_sales)}</span>{" "}
            <span className="text-muted">({counted(item_count, "item")}) </span>
          </>
        }
      />
      <DetailField
        wide
        label="Notes"
        value={notes ?? <span className="text-muted">No notes recorded</span>}
      />
      {facts.moves_stock === false && (
        <DetailField
          wide
          label="Stock"
          value="This visit came from another system. Its sales do not move the stock."
        />
      )}
      {author && <DetailField label="Recorded by" value={author} />}
      {facts.changed_by && facts.updated_at && (
        <DetailField
          label="Last changed by"
          value={`${facts.changed_by}, ${formatMoment(facts.updated_at, businessTimeZone)}`}
        />
      )}
    </DetailList>
  );
}

const saleColumns: readonly Column<Sale>[] = [
  {
    header: "Product",
    priority: 1,
    cell: (sale) => <span className="break-words">{sale.product.name}</span>,
  },
  { header: "Category", priority: 2, cell: (sale) => sale.product.category ?? "N/A" },
  { header: "Quantity", priority: 2, align: "right", cell: (sale) => formatCount(sale.quantity) },
  { header: "Unit Price", priority: 2, align: "right", cell: (sale) => formatRupees(sale.unit_price) },
  {
    header: "Total",
    priority: 1,
    align: "right",
    cell: (sale) => <span className="font-medium">{formatRupees(sale.total_amount)}</span>,
  },
];
