import type { Database } from "@rounds/database/connect.ts";
import { countAll, onePage, readPage } from "@rounds/database/select.ts";
import type { Tables } from "@rounds/database/tables.ts";
import { toRupees } from "@rounds/domain/money/money.ts";
import { type Sale, sale, salesTotal, type Visit, type VisitStatus } from "@rounds/domain/visits/visit.ts";
import type { DoctorVisits, LastPrice, VisitRow } from "@rounds/domain/visits/visit-list.ts";
import { type SelectQueryBuilder, sql } from "kysely";
import { found } from "../api/record.ts";
import { authorOf, lastToChange, otherChanger } from "../team/queries.ts";
import { inOrder, type VisitOrder } from "./order.ts";

/** One visit with its doctor, its sales in the order entered, and their total; throws `not_found`. */
export async function readVisit(db: Database, id: string): Promise<Visit> {
  const row = await db
    .selectFrom("visits")
    .innerJoin("doctors", "doctors.id", "visits.doctor_id")
    .select([
      "visits.id",
      "visits.doctor_id",
      "visits.visit_date",
      "visits.status",
      "visits.notes",
      "visits.moves_stock",
      "visits.version",
      "visits.created_at",
      "visits.updated_at",
      "visits.created_by",
      "visits.updated_by",
      "doctors.name",
      "doctors.specialization",
      "doctors.hospital",
      "doctors.doctor_type",
      "doctors.doctor_class",
      "doctors.representative_id",
      authorOf("visits").as("recorded_by"),
      sql<string | null>`case when visits.version > 1 then ${lastToChange} end`.as("changed_by"),
    ])
    .where("visits.id", "=", id)
    .executeTakeFirst();
  const { recorded_by, changed_by, ...known } = found(row);
  const { name, specialization, hospital, doctor_type, doctor_class, representative_id, ...visit } = known;
  const sales = await readSales(db, id);
  const facts = { name, specialization, hospital, doctor_type, doctor_class, representative_id };
  const doctor = { id: visit.doctor_id, ...facts };
  const changed = visit.version > 1 ? { changed_by } : {};
  return { ...visit, doctor, sales, total_sales: toRupees(salesTotal(sales)), recorded_by, ...changed };
}

const { product: _, ...saleColumns } = sale.shape;

async function readSales(db: Database, visit_id: string): Promise<Sale[]> {
  const rows = await db
    .selectFrom("sales")
    .innerJoin("products", "products.id", "sales.product_id")
    .select(Object.keys(saleColumns).map((key) => `sales.${key}` as `sales.${keyof typeof saleColumns}`))
    .select(["products.name", "products.category"])
    .where("visit_id", "=", visit_id)
    .orderBy("position")
    .execute();
  return rows.map(({ name, category, ...row }) => ({ ...row, product: { name, category } }));
}

/** The number of sales and their total in rupees, as `lines`, to join to a visit whose id is in that column. */
export function linesOf(db: Database, visit_id: "visits.id" | "newest.id") {
  return db
    .selectFrom("sales")
    .select([
      sql<number>`count(*)`.as("item_count"),
      sql<string>`coalesce(sum(total_amount), 0.00)`.as("total_sales"),
    ])
    .where("sales.visit_id", "=", sql.ref<string>(visit_id))
    .as("lines");
}

/** Rows of a visit list for the visits in `chosen`, newest first unless another order is given. */
export async function readVisitRows(
  db: Database,
  chosen: SelectQueryBuilder<Tables, "visits", { id: string }>,
  order: VisitOrder = "desc",
): Promise<VisitRow[]> {
  const rows = await db
    .with("chosen", () => chosen)
    .selectFrom("chosen")
    .innerJoin("visits", "visits.id", "chosen.id")
    .innerJoin("doctors", "doctors.id", "visits.doctor_id")
    .innerJoinLateral(linesOf(db, "visits.id"), (join) => join.onTrue())
    .select([
      "visits.id",
      "visits.visit_date",
      "visits.status",
      "visits.notes",
      "visits.created_by",
      otherChanger.as("changed_by_id"),
      "lines.item_count",
      "lines.total_sales",
      "doctors.id as doctor_id",
      "doctors.name",
      "doctors.specialization",
      "doctors.hospital",
      "doctors.address",
      "doctors.representative_id",
    ])
    .orderBy("visits.visit_date", order)
    .orderBy("visits.id", order)
    .execute();
  return rows.map(({ doctor_id, name, specialization, hospital, address, representative_id, ...visit }) => ({
    ...visit,
    // A constraint of the table holds it to these.
    status: visit.status as VisitStatus,
    doctor: { id: doctor_id, name, specialization, hospital, address, representative_id },
  }));
}

/** One page of a doctor's visits, newest first. Throws `not_found` if there is no such doctor. */
export async function listDoctorVisits(
  db: Database,
  doctor_id: string,
  wanted: { page: number; page_size: number },
): Promise<DoctorVisits> {
  const visits = db.selectFrom("visits").where("doctor_id", "=", doctor_id);
  const [list] = await Promise.all([
    readPage(wanted.page, wanted.page_size, countAll(visits), (offset) =>
      readVisitRows(db, onePage(inOrder(visits.select("visits.id"), "desc"), wanted.page_size, offset)),
    ),
    requireDoctor(db, doctor_id),
  ]);
  return list;
}

/** How many of a doctor's latest sales are read for their prices. */
const salesLookedAt = 1000;

/** The last price of each product that a doctor bought recently. */
export async function readLastPrices(db: Database, doctor_id: string): Promise<LastPrice[]> {
  const lately = db
    .selectFrom("sales")
    .select(["product_id", "unit_price", "transaction_date", "id"])
    .where("doctor_id", "=", doctor_id)
    .orderBy("transaction_date", "desc")
    .limit(salesLookedAt);
  const [prices] = await Promise.all([
    db
      .selectFrom(lately.as("lately"))
      .distinctOn("product_id")
      .select(["product_id", "unit_price"])
      .orderBy("product_id")
      .orderBy("transaction_date", "desc")
      .orderBy("id", "desc")
      .execute(),
    requireDoctor(db, doctor_id),
  ]);
  return prices;
}

/** Throws `not_found` for a missing doctor. */
async function requireDoctor(db: Database, id: string): Promise<void> {
  found(await db.selectFrom("doctors").select("id").where("id", "=", id).executeTakeFirst());
}
