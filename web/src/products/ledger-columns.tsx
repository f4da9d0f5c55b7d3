import { formatDay, formatMoment } from "@rounds/domain/calendar/calendar.ts";
import { formatCount } from "@rounds/domain/money/money.ts";
import type { LedgerRow, ReferenceType, TransactionType } from "@rounds/domain/stock/stock.ts";
import { businessTimeZone } from "../api/page-settings.ts";
import { paths } from "../paths.ts";
import type { Column } from "../table/columns.ts";
import { TextCell } from "../table/TextCell.tsx";
import { TextLink } from "../ui/TextLink.tsx";

const types: Record<TransactionType, string> = {
  opening: "Opening",
  purchase: "Purchase",
  sale: "Sale",
  adjustment: "Adjustment",
};

const references: Record<ReferenceType, string> = {
  manual_adjustment: "Manual",
  visit: "Visit",
  visit_edit_reversal: "Visit edited",
  visit_delete_reversal: "Visit deleted",
};

/** The columns of a product's ledger. */
export const ledgerColumns: readonly Column<LedgerRow>[] = [
  {
    header: "Date",
    priority: 1,
    cell: ({ transaction_date, created_at }) => (
      <span className="whitespace-nowrap" title={`Recorded ${formatMoment(created_at, businessTimeZone)}`}>
        {formatDay(transaction_date)}
      </span>
    ),
  },
  { header: "Type", priority: 2, cell: ({ transaction_type }) => types[transaction_type] },
  {
    header: "Quantity",
    priority: 1,
    align: "right",
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

function SignedUnits({ units }: { units: number }) {
  return (
    <span className={`font-medium whitespace-nowrap ${units < 0 ? "text-danger" : "text-good"}`}>
      {units > 0 ? "+" : units < 0 ? "−" : ""}
      {formatCount(Math.abs(units))}
    </span>
  );
}

function Reference({ row: { reference_type, visit_id } }: { row: LedgerRow }) {
  if (!reference_type) return <TextCell text="" />;
  const label = references[reference_type];
  return visit_id ? <TextLink target={paths.visit(visit_id)}>{label}</TextLink> : label;
}
