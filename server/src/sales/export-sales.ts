import { readBatches } from "@rounds/database/batches.ts";
import type { Database } from "@rounds/database/connect.ts";
import type { Day } from "@rounds/domain/calendar/calendar.ts";
import { type ProductCategory, reportCategory } from "@rounds/domain/products/categories.ts";
import type { SalesFilters } from "@rounds/domain/sales/sales.ts";
import { sql } from "kysely";
import type { Sheet, SheetColumn } from "../api/sheet-columns.ts";
import { authorOf, otherChangerName } from "../team/queries.ts";
import type { Asker } from "../team/whose.ts";
import { selectedSales, selectionOf } from "./queries.ts";

type ExportedSale = {
  transaction_date: Day;
  visit_date: Day;
  doctor_name: string;
  specialization: string | null;
  product_name: string;
  category: ProductCategory | null;
  quantity: number;
  unit_price: string;
  total_amount: string;
  recorded_by: string | null;
  changed_by: string | null;
};

const columns: readonly SheetColumn<ExportedSale>[] = [
  { label: "Date", kind: "day", value: (sale) => sale.transaction_date },
  { label: "Visit Date", kind: "day", value: (sale) => sale.visit_date },
  { label: "Doctor", kind: "text", width: 30, value: (sale) => sale.doctor_name },
  { label: "Specialization", kind: "text", value: (sale) => sale.specialization },
  { label: "Product", kind: "text", width: 32, value: (sale) => sale.product_name },
  { label: "Category", kind: "text", width: 18, value: (sale) => reportCategory(sale.category) },
  { label: "Quantity", kind: "units", value: (sale) => sale.quantity },
  { label: "Unit Price", kind: "rupees", value: (sale) => sale.unit_price },
  { label: "Total Amount", kind: "rupees", value: (sale) => sale.total_amount },
  { label: "Recorded By", kind: "text", value: (sale) => sale.recorded_by },
  { label: "Changed By", kind: "text", value: (sale) => sale.changed_by },
];

/** All sales under the filters, in the order of the list. */
export function exportSales(db: Database, filters: SalesFilters, asker: Asker): Sheet<ExportedSale> {
  const rows = readBatches(db, async (tx) => {
    const selection = await selectionOf(tx, filters, asker);
    const sales = selection
      ? selectedSales(tx, selection)
      : tx.selectFrom("sales").where(sql<boolean>`false`);
    return sql<ExportedSale>`
      select transaction_date, visits.visit_date, doctors.name as doctor_name, doctors.specialization,
        products.name as product_name, products.category, quantity, unit_price, total_amount,
        ${authorOf("visits")} as recorded_by, ${otherChangerName} as changed_by
      from (${sales.selectAll("sales")}) as sales
        join visits on visits.id = sales.visit_id
        join doctors on doctors.id = sales.doctor_id
        join products on products.id = sales.product_id
      order by sales.transaction_date desc, sales.id desc`;
  });
  return { title: "Sales", columns, rows };
}
