import type { Database } from "@rounds/database/connect.ts";
import { columnsOf } from "@rounds/database/select.ts";
import { doctor } from "@rounds/domain/doctors/doctor.ts";
import {
  type SyncedDoctor,
  type SyncedProduct,
  type SyncedVisit,
  syncedVisit,
} from "@rounds/domain/sync/sync.ts";
import { sql } from "kysely";
import { readProductViews } from "../products/queries.ts";

const { sales: _, sale_days: __, ...visitColumns } = syncedVisit.shape;

/** The rows of doctors with these ids, by id. */
export async function readDoctors(db: Database, ids: string[]): Promise<SyncedDoctor[]> {
  if (ids.length === 0) return [];
  const rows = db.selectFrom("doctors").select(columnsOf(doctor, "doctors"));
  return await rows.where("id", "=", sql<string>`any(${ids}::uuid[])`).orderBy("id").execute();
}

/** The rows of products with these ids, by id. */
export async function readProducts(db: Database, ids: string[]): Promise<SyncedProduct[]> {
  if (ids.length === 0) return [];
  const rows = await readProductViews(db, ids);
  return rows.sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** The visits with these ids with their lines, by id. */
export async function readVisits(db: Database, ids: string[]): Promise<SyncedVisit[]> {
  if (ids.length === 0) return [];
  const names = Object.keys(visitColumns).map((name) => sql.ref(`visits.${name}`));
  const { rows } = await sql<SyncedVisit>`
    select ${sql.join(names)}, coalesce(lines.sales, '[]') as sales, lines.sale_days
    from visits
      cross join lateral (
        select json_agg(json_build_object('id', id, 'product_id', product_id, 'quantity', quantity,
            'unit_price', unit_price::text) order by position) as sales,
          json_object_agg(id, transaction_date) filter (where transaction_date <> visit_date) as sale_days
        from sales where visit_id = visits.id
      ) as lines
    where visits.id = any(${ids}::uuid[]) order by visits.id`.execute(db);
  return rows;
}

/** Ids of rows that were deleted by a transaction from `from` on; too many are not worth telling one by one. */
export async function readDeleted(db: Database, { from, next }: Window): Promise<string[]> {
  if (from === undefined) return [];
  const { rows } = await sql<{ id: string }>`
    select id from sync.deleted where changed >= ${from}::xid8 and changed < ${next}::xid8
    order by changed desc limit ${sql.lit(mostDeleted)}`.execute(db);
  return rows.map(({ id }) => id);
}

/** A phone that misses more finds the others by comparing all ids. */
const mostDeleted = 2000;

/**
 * The transactions whose changes a phone receives: from `from` on (undefined: all), and before `next`, the first that has not
 * begun yet. A row from there on is of another history of the database, in which the numbers were higher.
 */
export type Window = { from: string | undefined; next: string };
