import type { Database } from "@rounds/database/connect.ts";
import type { Tables } from "@rounds/database/tables.ts";
import type { DayRange } from "@rounds/domain/calendar/calendar.ts";
import type { DoctorSales, SalesFilters } from "@rounds/domain/sales/sales.ts";
import { type RawBuilder, type SelectQueryBuilder, sql } from "kysely";
import { doctorOf } from "../api/doctor-aliases.ts";
import type { RollupProducts } from "../rollups/page-start.ts";
import { personDays, personDoctors, personProducts } from "../rollups/person-sums.ts";
import { chosen, type ProductChoice, within } from "../rollups/queries.ts";
import { topDoctorSums } from "../rollups/top-doctors.ts";
import { type Asker, personOf, unsignedVisitsOf, visitsOf } from "../team/whose.ts";

/**
 * The sales that some filters select. `products` undefined means all, `doctor_id` undefined means any, and `visits` undefined means
 * those of all visits. `person` is the one whose visits these are, if it is one.
 */
export type Selection = {
  range: DayRange;
  doctor_id: string | undefined;
  visits: Visits | undefined;
  person: { id: string; unsigned: Visits } | undefined;
  choice: ProductChoice;
  products: RollupProducts | undefined;
};

type Visits = SelectQueryBuilder<Tables, "visits", unknown>;
/** A selection of which sums by person are kept. */
type OfPerson = Selection & { person: NonNullable<Selection["person"]> };

/** Whether it is all that one person sold, of which sums are kept: see rollups/person-sums.ts. */
export function isOfPerson(selection: Selection): selection is OfPerson {
  return selection.person !== undefined && selection.doctor_id === undefined;
}

/** Whether it is that of all products, of which sums by day are kept. */
export function isEveryProductOfPerson(selection: Selection): selection is OfPerson {
  return isOfPerson(selection) && !selection.products;
}

/** Whether it is that on all days, of which sums by product and doctor are kept. */
export function isAllOfPerson(selection: Selection): selection is OfPerson {
  const { from, to } = selection.range;
  return isOfPerson(selection) && from === undefined && to === undefined;
}

/** Whether sums of everybody's sales answer for the selected ones: not those to one doctor or of one person. */
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
    // A link or a saved view may name one who was merged since.
    doctor_id: doctor_id ? await doctorOf(db, doctor_id) : undefined,
    visits: person === undefined ? undefined : visitsOf(db, person, asker),
    person: person ? { id: person, unsigned: unsignedVisitsOf(db, person, asker) } : undefined,
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

/** The person's sales that no sum has: those of visits without an author. */
export function unsignedSales(
  db: Database,
  selection: OfPerson,
): SelectQueryBuilder<Tables, "sales", unknown> {
  return selectedSales(db, { ...selection, visits: selection.person.unsigned });
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

/** The doctors with the highest sales of one person on all days, all products together. */
export function readTopDoctorsOfPerson(
  db: Database,
  selection: OfPerson,
  most: number,
): Promise<DoctorSales[]> {
  const unsigned = unsignedSales(db, selection).select(["doctor_id", "total_amount"]);
  const sums = sql`
    select doctor_key, sum(revenue) as total from (
      ${personDoctors(selection.person.id)}
      union all
      select rollup_key, total_amount from (${unsigned}) as unsigned join doctors on doctors.id = doctor_id
    ) as parts group by doctor_key`;
  return rankDoctors(db, sums, sql`doctors.rollup_key = ranked.doctor_key`, most);
}

/** The sums of each product of one person's sales on all days: `product_key` and the measures of a sale. */
export function personProductSums(db: Database, selection: OfPerson): RawBuilder<unknown> {
  const unsigned = unsignedSales(db, selection).select(["product_id", "quantity", "total_amount"]);
  return sql`
    select product_key, sum(transactions) as transactions, sum(items_sold) as items_sold, sum(revenue) as revenue from (
      ${personProducts(selection.person.id, selection.choice)}
      union all
      select rollup_key, 1, quantity, total_amount from (${unsigned}) as unsigned join products on products.id = product_id
    ) as parts group by product_key`;
}

/** The sales of one person by day, in parts: `day`, `transactions` and `revenue`. */
export function personSaleDays(db: Database, selection: OfPerson): RawBuilder<unknown> {
  const unsigned = unsignedSales(db, selection).select([
    "transaction_date as day",
    sql<number>`1`.as("transactions"),
    "total_amount as revenue",
  ]);
  return sql`${personDays(selection.person.id, selection.range)} union all ${unsigned}`;
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
