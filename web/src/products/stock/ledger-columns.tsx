import { formatDay, formatMoment } from "@rounds/domain/calendar/calendar.ts";
import { formatCount, signedCount } from "@rounds/domain/money/count.ts";
import { ledgerReference, ledgerType } from "@rounds/domain/stock/ledger-words.ts";
import { soldBeforeReceived } from "@rounds/domain/stock/sold-before-received.ts";
import type { LedgerKind, LedgerRow } from "@rounds/domain/stock/stock.ts";
import { businessTimeZone } from "../../api/page-settings.ts";
import { paths } from "../../paths.ts";
import type { Column } from "../../table/rows/columns.ts";
import { TextCell } from "../../table/rows/TextCell.tsx";
import { sumOfCounts } from "../../table/sums.ts";
import { TextLink } from "../../ui/navigation/TextLink.tsx";

/** The columns of a product's ledger. If filtered by "sold before received", each row shows its part. */
export function ledgerColumns(kind: LedgerKind | undefined): readonly Column<LedgerRow>[] {
  if (kind !== "sold_before_received") return columns;
  return columns.flatMap((column) => (column.header === "Balance" ? [column, part] : [column]));
}

const columns: readonly Column<LedgerRow>[] = [
  {
    header: "Date",
    priority: 1,
    cell: ({ transaction_date, created_at }) => (
      <span className="whitespace-nowrap" title={`Recorded ${formatMoment(created_at, businessTimeZone)}`}>
        {formatDay(transaction_date)}
      </span>
    ),
  },
  { header: "Type", priority: 2, cell: ledgerType },
  {
    header: "Quantity",
    priority: 1,
    align: "right",
    total: sumOfCounts(({ quantity }) => quantity, signedCount),
    cell: ({ quantity }) => <SignedUnits units={quantity} />,
  },
  { header: "Balance", priority: 2, align: "right", cell: ({ balance }) => formatCount(balance) },
  {
    header: "Reference",
    priority: 2,
    cell: (row) => <Reference row={row} />,
    isBlank: ({ reference_type }) => !reference_type,
  },
  {
    header: "Notes",
    priority: 2,
    cell: ({ notes }) => <TextCell text={notes} width="wide" />,
    isBlank: ({ notes }) => !notes,
  },
  {
    header: "By",
    priority: 3,
    cell: ({ made_by }) => <TextCell text={made_by} />,
    isBlank: ({ made_by }) => !made_by,
  },
];

const part: Column<LedgerRow> = {
  header: "Sold before received",
  priority: 1,
  align: "right",
  cell: (row) => signedCount(soldBeforeReceived(row)),
};

function SignedUnits({ units }: { units: number }) {
  return (
    <span className={`font-medium whitespace-nowrap ${units < 0 ? "text-danger" : "text-good"}`}>
      {signedCount(units)}
    </span>
  );
}

function Reference({ row }: { row: LedgerRow }) {
  const words = ledgerReference(row);
  return row.visit_id ? (
    <TextLink target={paths.visit(row.visit_id)}>{words}</TextLink>
  ) : (
    <TextCell text={words} />
  );
}
