import { formatDay } from "@rounds/domain/calendar/calendar.ts";
import { formatCount } from "@rounds/domain/money/count.ts";
import { formatRupees } from "@rounds/domain/money/money.ts";
import { reportCategory } from "@rounds/domain/products/categories.ts";
import type { SaleRow } from "@rounds/domain/sales/sales.ts";
import type { Column } from "../table/rows/columns.ts";
import { sumOfCounts, sumOfRupees } from "../table/sums.ts";

/** The columns of the sales list. */
export const saleColumns: readonly Column<SaleRow>[] = [
  { header: "Date", priority: 2, cell: (sale) => <DateCell sale={sale} /> },
  { header: "Doctor", priority: 1, cell: (sale) => <DoctorCell doctor={sale.doctor} /> },
  {
    header: "Product",
    priority: 2,
    cell: ({ product: { name } }) => (
      <span className="line-clamp-3 wrap-anywhere sm:max-w-56 sm:min-w-28 print:line-clamp-none" title={name}>
        {name}
      </span>
    ),
  },
  {
    header: "Category",
    priority: 2,
    columnFrom: 44,
    cell: ({ product }) => reportCategory(product.category),
  },
  {
    header: "Quantity",
    priority: 2,
    align: "right",
    total: sumOfCounts(({ quantity }) => quantity),
    cell: ({ quantity }) => formatCount(quantity),
  },
  {
    header: "Unit Price",
    priority: 2,
    align: "right",
    cell: ({ unit_price }) => <span className="whitespace-nowrap">{formatRupees(unit_price)}</span>,
  },
  {
    header: "Total Amount",
    priority: 1,
    align: "right",
    total: sumOfRupees(({ total_amount }) => total_amount),
    cell: ({ total_amount }) => (
      <span className="font-medium whitespace-nowrap">{formatRupees(total_amount)}</span>
    ),
  },
];

/** The day on which the sale counts; a visit that was in the future when it was entered has another date. */
function DateCell({ sale: { transaction_date, visit_date } }: { sale: SaleRow }) {
  return (
    <>
      <span className="whitespace-nowrap">{formatDay(transaction_date)}</span>
      {visit_date !== transaction_date && (
        <span className="block text-small text-muted">visit on {formatDay(visit_date)}</span>
      )}
    </>
  );
}

function DoctorCell({ doctor: { name, specialization } }: Pick<SaleRow, "doctor">) {
  const shown = name || "Unknown";
  return (
    <span className="block min-w-0 sm:max-w-64 sm:min-w-28">
      <span className="line-clamp-3 wrap-anywhere print:line-clamp-none" title={shown}>
        {shown}
      </span>
      {specialization && (
        <span className="line-clamp-2 text-small font-normal wrap-anywhere text-muted" title={specialization}>
          {specialization}
        </span>
      )}
    </span>
  );
}
