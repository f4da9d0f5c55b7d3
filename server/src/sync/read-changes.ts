import type { Database } from "@rounds/database/connect.ts";
import { onlyRow } from "@rounds/database/select.ts";
import { plannedOnce } from "@rounds/database/statement-names.ts";
import { snapshot } from "@rounds/database/transaction.ts";
import type { Day } from "@rounds/domain/calendar/calendar.ts";
import { type Columns, toColumns } from "@rounds/domain/sync/columns.ts";
import { digestLimit } from "@rounds/domain/sync/digest.ts";
import { maxSyncPage, type SyncNoun } from "@rounds/domain/sync/nouns.ts";
import {
  type PackedAnswer,
  type SyncIds,
  type SyncRows,
  syncedDoctor,
  syncedProduct,
  syncedVisit,
  type syncQuery,
} from "@rounds/domain/sync/sync.ts";
import { sql } from "kysely";
import type { z } from "zod";
import { readDayBasis } from "../today/queries.ts";
import { readCursor, writeCursor } from "./cursor.ts";
import { readDeleted, readDoctors, readProducts, readVisits, type Window } from "./queries.ts";
import { type Scope, type ScopeQuery, scopeOf } from "./scope.ts";

/** Whose phone asks, and when. */
type Asking = { me: string | null; today: Day; now: string };

type Asked = z.output<typeof syncQuery>;

/**
 * What changed in a person's scope since a cursor, all of one moment. The next cursor is the oldest transaction that was
 * still running: whatever this moment could not see was written by it or a later one, so the next sync asks for it. Rows
 * of later transactions that are there already are sent now and again then.
 */
export async function readChanges(db: Database, asking: Asking, asked: Asked): Promise<PackedAnswer> {
  return await snapshot(db, async (tx) => {
    const [moment, scope] = await Promise.all([readMoment(tx), scopeOf(tx, asking.me, asking.today)]);
    const from = readCursor(asked.cursor, moment);
    const { after_doctors, after_products, after_visits } = asked;
    const isFirst = after_doctors + after_products + after_visits === "";
    const window: Window = { from, next: moment.next };
    const digest = asked.digest !== "";
    const sum = (scoped: ScopeQuery, after: string) =>
      sumUp(tx, scoped, { window, after, isRead: isFirst || after !== "", digest });
    // To find the doctors again in the query of visits would cost more than to send their ids.
    const [doctors, doctorIds, products, deleted, day_basis] = await Promise.all([
      sum(scope.doctors, after_doctors),
      idsOf(tx, scope.doctors),
      sum(scope.products, after_products),
      readDeleted(tx, window),
      isFirst ? readDayBasis(tx, { id: asking.me, today: asking.today }) : undefined,
    ]);
    const beside = doctors.count + products.count;
    const visits = await sum(scope.visits(doctorIds, beside), after_visits);
    const [doctorRows, productRows, visitRows] = await Promise.all([
      readDoctors(tx, doctors.ids),
      readProducts(tx, products.ids),
      readVisits(tx, visits.ids),
    ]);
    return {
      cursor: writeCursor({ epoch: moment.epoch, transaction: moment.horizon }),
      reset: isFirst && from === undefined,
      today: asking.today,
      server_time: asking.now,
      scope: {
        doctors: scope.kind,
        visits_since: scope.visits_since,
        is_cut:
          scope.isFull("doctors", doctors.count, 0) ||
          scope.isFull("products", products.count, 0) ||
          scope.isFull("visits", visits.count, beside),
      },
      doctors: partOf(doctors, packed(syncedDoctor, doctorRows)),
      products: partOf(products, packed(syncedProduct, productRows)),
      visits: partOf(visits, packed(syncedVisit, visitRows)),
      day_basis,
      deleted,
    };
  });
}

/**
 * The moment of a snapshot: the history of the database, the oldest transaction that was still running, and the first
 * that had not begun.
 */
async function readMoment(tx: Database): Promise<{ epoch: string; horizon: string; next: string }> {
  return onlyRow(
    await sql<{ epoch: string; horizon: string; next: string }>`
      select epoch.id as epoch, pg_snapshot_xmin(now)::text as horizon, pg_snapshot_xmax(now)::text as next
      from sync.epoch, pg_current_snapshot() as now`.execute(tx),
  );
}

type Sum = {
  count: number;
  digest: string | null;
  /** The rows that are sent. */
  ids: string[];
  more: string | null;
};

/** Counts the rows of a scope and finds those that are sent: a page of the changed ones, by id. */
async function sumUp(
  tx: Database,
  scoped: ScopeQuery,
  { window, after, isRead, digest }: { window: Window; after: string; isRead: boolean; digest: boolean },
): Promise<Sum> {
  const { from, next } = window;
  const isChanged =
    from === undefined ? sql`true` : sql`changed >= ${from}::xid8 and changed < ${next}::xid8`;
  const isAfter = after === "" ? sql`true` : sql`id > ${after}::uuid`;
  const ids = isRead ? sql`array_agg(id order by id) filter (where ${isChanged} and ${isAfter})` : sql`null`;
  const { rows } = await sql<{ count: number; digest: string | null; ids: string[] | null }>`
    select count(*) as count, ${digest ? digestSql : sql`null`} as digest, ${ids} as ids
    from (${scoped}) as scoped ${plannedOnce}`.execute(tx);
  const found = rows[0]?.ids ?? [];
  const page = found.slice(0, maxSyncPage);
  return {
    count: rows[0]?.count ?? 0,
    digest: rows[0]?.digest ?? null,
    ids: page,
    more: found.length > page.length ? (page.at(-1) ?? null) : null,
  };
}

/** As `digestOf` of the domain computes it. */
const digestSql = sql`mod(coalesce(sum(('x' || right(id::text, 12))::bit(48)::bigint * version::numeric), 0),
  ${sql.raw(String(digestLimit))}::numeric)::text`;

function partOf<Rows>({ count, digest, more }: Sum, rows: Rows) {
  return { rows, count, digest, more };
}

function packed<Row extends object>(schema: z.ZodObject & z.ZodType<Row>, rows: Row[]): Columns<Row> {
  return toColumns(Object.keys(schema.shape) as (keyof Row)[], rows);
}

/** The ids and versions of all rows of a noun in the scope. */
export async function readIds(db: Database, asking: Asking, noun: SyncNoun): Promise<SyncIds> {
  return await snapshot(db, async (tx) => {
    const scoped = await scopedBy(tx, await scopeOf(tx, asking.me, asking.today), noun);
    const { rows } = await sql<{ id: string; version: number }>`
      select id, version from (${scoped}) as scoped order by id`.execute(tx);
    return { rows: rows.map(({ id, version }) => [id, version]) };
  });
}

/** Those of some rows of a noun that are in the scope. */
export async function readRows(
  db: Database,
  asking: Asking,
  { noun, ids }: { noun: SyncNoun; ids: string[] },
): Promise<SyncRows> {
  return await snapshot(db, async (tx) => {
    const scoped = await scopedBy(tx, await scopeOf(tx, asking.me, asking.today), noun);
    const { rows } = await sql<{ id: string }>`
      select id from (${scoped}) as scoped where id = any(${ids}::uuid[])`.execute(tx);
    const found = (of: SyncNoun) => (of === noun ? rows.map(({ id }) => id) : []);
    return {
      doctors: await readDoctors(tx, found("doctors")),
      products: await readProducts(tx, found("products")),
      visits: await readVisits(tx, found("visits")),
    };
  });
}

async function scopedBy(tx: Database, scope: Scope, noun: SyncNoun): Promise<ScopeQuery> {
  if (noun !== "visits") return scope[noun];
  const [doctors, products] = await Promise.all([idsOf(tx, scope.doctors), idsOf(tx, scope.products)]);
  return scope.visits(doctors, doctors.length + products.length);
}

/** The ids of a scope. */
async function idsOf(tx: Database, scoped: ScopeQuery): Promise<string[]> {
  const { rows } = await sql<{ ids: string[] | null }>`
    select array_agg(id) as ids from (${scoped}) as scoped`.execute(tx);
  return rows[0]?.ids ?? [];
}
