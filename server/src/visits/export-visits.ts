import { readBatches } from "@rounds/database/batches.ts";
import type { Database } from "@rounds/database/connect.ts";
import type { Day } from "@rounds/domain/calendar/calendar.ts";
import { type ProductCategory, reportCategory } from "@rounds/domain/products/categories.ts";
import { capitalized } from "@rounds/domain/text/capitalized.ts";
import type { VisitFilters, visitExportQuery } from "@rounds/domain/visits/visit-list.ts";
import { sql } from "kysely";
import type { z } from "zod";
import type { Sheet, SheetColumn } from "../api/sheet-columns.ts";
import { authorOf, otherChangerName } from "../team/queries.ts";
import type { Asker } from "../team/whose.ts";
import { filteredVisits } from "./list-visits.ts";
import { byDay, orderOf, type VisitOrder } from "./order.ts";

type ExportedVisit = {
  visit_date: Day;
  name: string;
  specialization: string | null;
  hospital: string | null;
  contact_number: string | null;
  address: string | null;
  status: string;
  recorded_by: string | null;
  changed_by: string | null;
  notes: string | null;
};
type Total = { item_count: number; total_sales: string };
/** A product sold in a visit; a visit without any has one row, without a product. */
type Line = {
  product: string | null;
  category: ProductCategory | null;
  quantity: number | null;
  unit_price: string | null;
  total_amount: string | null;
};
/** A row of one file or the other. */
type Row = ExportedVisit & Partial<Total> & Partial<Line>;

const visitColumns: readonly SheetColumn<Row>[] = [
  { label: "Visit Date", kind: "day", value: (visit) => visit.visit_date },
  { label: "Doctor", kind: "text", width: 30, value: (visit) => visit.name },
  { label: "Specialization", kind: "text", value: (visit) => visit.specialization },
  { label: "Hospital/Clinic", kind: "text", value: (visit) => visit.hospital },
  { label: "Contact Number", kind: "phone", value: (visit) => visit.contact_number },
  { label: "Address", kind: "text", width: 42, value: (visit) => visit.address },
  { label: "Status", kind: "text", width: 13, value: (visit) => capitalized(visit.status) },
];
const lastColumns: readonly SheetColumn<Row>[] = [
  { label: "Notes", kind: "text", width: 48, value: (visit) => visit.notes },
  { label: "Recorded By", kind: "text", value: (visit) => visit.recorded_by },
  { label: "Changed By", kind: "text", value: (visit) => visit.changed_by },
];
const wholeColumns: readonly SheetColumn<Row>[] = [
  ...visitColumns,
  { label: "Items", kind: "units", value: (visit) => visit.item_count },
  { label: "Total Sales", kind: "rupees", value: (visit) => visit.total_sales },
  ...lastColumns,
];
/** Without the visit's total: repeated on each line, it would be counted more than once in a sum. */
const lineColumns: readonly SheetColumn<Row>[] = [
  ...visitColumns,
  { label: "Product", kind: "text", width: 32, value: (line) => line.product },
  {
    label: "Category",
    kind: "text",
    width: 18,
    value: (line) => (line.product ? reportCategory(line.category ?? null) : null),
  },
  { label: "Quantity", kind: "units", value: (line) => line.quantity },
  { label: "Unit Price", kind: "rupees", value: (line) => line.unit_price },
  { label: "Total Amount", kind: "rupees", value: (line) => line.total_amount },
  ...lastColumns,
];

const fields = sql`visits.visit_date, visits.status, visits.notes,
  ${authorOf("visits")} as recorded_by, ${otherChangerName} as changed_by,
  doctors.name, doctors.specialization, doctors.hospital, doctors.contact_number, doctors.address`;

/** All visits under the filters, in the order of the list: one row for each, or one for each product sold in it. */
export function exportVisits(
  db: Database,
  filters: z.output<typeof visitExportQuery>,
  asker: Asker,
): Sheet<Row> {
  const order = orderOf(filters, asker.today);
  if (filters.rows === "visits") {
    return { title: "Visits", columns: wholeColumns, rows: readWhole(db, filters, asker, order) };
  }
  return { title: "Visits with products", columns: lineColumns, rows: readLines(db, filters, asker, order) };
}

type Filters = Omit<VisitFilters, "page" | "page_size">;

function readWhole(db: Database, filters: Filters, asker: Asker, order: VisitOrder) {
  return readBatches(db, async (tx) => {
    const visits = await filteredVisits(tx, filters, asker);
    return sql<Row>`
      select ${fields}, lines.item_count, lines.total_sales
      from (${visits.selectAll("visits")}) as visits
        join doctors on doctors.id = visits.doctor_id
        cross join lateral (
          select count(*) as item_count, coalesce(sum(total_amount), 0.00) as total_sales
          from sales where sales.visit_id = visits.id
        ) as lines
      ${byDay(order)}`;
  });
}

/** The lines of a visit in the order in which they were entered. */
function readLines(db: Database, filters: Filters, asker: Asker, order: VisitOrder) {
  return readBatches(db, async (tx) => {
    const visits = await filteredVisits(tx, filters, asker);
    return sql<Row>`
      select ${fields}, lines.product, lines.category, lines.quantity, lines.unit_price, lines.total_amount
      from (${visits.selectAll("visits")}) as visits
        join doctors on doctors.id = visits.doctor_id
        left join lateral (
          select products.name as product, products.category, quantity, unit_price, total_amount, position
          from sales join products on products.id = sales.product_id
          where sales.visit_id = visits.id
        ) as lines on true
      ${byDay(order)}, lines.position`;
  });
}
