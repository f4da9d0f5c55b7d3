import type { Database } from "@rounds/database/connect.ts";
import type { Tables } from "@rounds/database/tables.ts";
import type { DayRange } from "@rounds/domain/calendar/calendar.ts";
import type { DoctorSales, SalesFilters } from "@rounds/domain/sales/sales.ts";
import { type RawBuilder, type SelectQueryBuilder, sql } from "kysely";
import type { RollupProducts } from "../rollups/page-start.ts";
import { chosen, type ProductChoice, within } from "../rollups/queries.ts";
import { topDoctorSums } from "../rollups/top-doctors.ts";
import { type Asker, personOf, visitsOf } from "../team/whose.ts";

/**
 * The sales that some filters select. `products` undefined means all, `doctor_id` undefined means any, and `visits` undefined means
 * those of all visits.
 */
export type Selection = {
  range: DayRange;
  doctor_id: string | undefined;
  visits: SelectQueryBuilder<Tables, "visits", unknown> | undefined;
  choice: ProductChoice;
  products: RollupProducts | undefined;
};

/** Whether sums are kept of the selected sales: not of those to one doctor or of one person, who have few. */
export function isSummed({ doctor_id, visits }: Selection): boolean {
  return doctor_id === undefined && visits === undefined;
}

/** The filters' selection; undefined if they can't match anything. */
export async function selectionOf(
  db: Database,
  filters: SalesFilters,
  asker: Asker,
): Promise<Selection | undefined> {
  const person = personOf(filters.representative, asker);
  const { start_date, end_date, doctor_id, product_id, category } = filters;
  const ranged = start_date !== "" && end_date !== "";
  if (ranged && end_date < start_date) return undefined;
  const choice = { ...(product_id && { product_id }), ...(category && { category }) };
  const products = product_id || category ? await readProducts(db, choice) : undefined;
  if (products?.ids.length === 0) return undefined;
  return {
    range: ranged ? { from: start_date, to: end_date } : {},
    doctor_id: doctor_id || undefined,
    visits: person === undefined ? undefined : visitsOf(db, person, asker),
    choice,
    products,
  };
}

async function readProducts(db: Database, choice: ProductChoice): Promise<RollupProducts> {
  const rows = await db.selectFrom("products").select(["id", "rollup_key"]).where(chosen(choice)).execute();
  return { ids: rows.map((row) => row.id), keys: rows.map((row) => row.rollup_key) };
}

/** The selected sales, to be counted, summed or listed. */
export function selectedSales(
  db: Database,
  { range, doctor_id, visits, products }: Selection,
): SelectQueryBuilder<Tables, "sales", unknown> {
  let sales = db.selectFrom("sales").where(within("sales.transaction_date", range));
  if (doctor_id) sales = sales.where("sales.doctor_id", "=", doctor_id);
  // No sale is later than its visit (`stockDay`), so the visits before the range have none in it.
  const sold = range.from && visits ? visits.where("visit_date", ">=", range.from) : visits;
  if (sold) sales = sales.where("sales.visit_id", "in", sold.select("visits.id"));
  if (products) sales = sales.where(sql<boolean>`sales.product_id = any(${products.ids}::uuid[])`);
  return sales;
}

/** The doctors with the highest sales over the days of a (widened) range. */
export function readTopDoctors(db: Database, range: DayRange, most: number): Promise<DoctorSales[]> {
  return rankDoctors(db, topDoctorSums(range, most), sql`doctors.rollup_key = ranked.doctor_key`, most);
}

/** The doctors with the highest sales among the selected ones. */
export function readTopDoctorsOf(db: Database, selection: Selection, most: number): Promise<DoctorSales[]> {
  const sums = selectedSales(db, selection)
    .select(["doctor_id", sql<string>`sum(total_amount)`.as("total")])
    .groupBy("doctor_id");
  return rankDoctors(db, sql`${sums}`, sql`doctors.id = ranked.doctor_id`, most);
}

/** Largest revenue first, then by name. Names are only read for doctors who may be shown. */
async function rankDoctors(
  db: Database,
  sums: RawBuilder<unknown>,
  isDoctor: RawBuilder<unknown>,
  most: number,
) {
  const { rows } = await sql<DoctorSales>`
    with ranked as (
      select * from (${sums}) as sums
      order by total desc fetch first ${sql.lit(most)} rows with ties
    )
    select doctors.id as doctor_id, doctors.name, ranked.total as revenue
    from ranked join doctors on ${isDoctor}
    where ranked.total > 0
    order by ranked.total desc, doctors.name_key, doctors.id
    limit ${sql.lit(most)}
  `.execute(db);
  return rows;
}
