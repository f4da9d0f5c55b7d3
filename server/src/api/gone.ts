import type { Database } from "@rounds/database/connect.ts";
import { brokenConstraint, sqlState, transaction } from "@rounds/database/transaction.ts";
import { AppError } from "@rounds/domain/errors/app-error.ts";
import { errorMessage } from "@rounds/domain/errors/errors.ts";
import type { SyncNoun } from "@rounds/domain/sync/nouns.ts";
import { sql } from "kysely";
import { actAs, wasDeletedUnder } from "./act.ts";
import type { Actor } from "./context.ts";
import { changedMeanwhile, emailOf, type Versioned } from "./record.ts";

/** The state of PostgreSQL's error when the id of a new row is that of a deleted one (migration 14). */
const goneState = "RD410";

/** What is left of a deleted row: when and by whom, the request's key and its answer. */
type Tombstone = { noun: SyncNoun; at: string; by: string | null; key: string | null; effect: unknown };

async function readTombstone(db: Database, id: string): Promise<Tombstone | undefined> {
  const { rows } =
    await sql<Tombstone>`select noun, at, by, key, effect from sync.deleted where id = ${id}`.execute(db);
  return rows[0];
}

async function detailsOf(db: Database, { noun, at, by }: Tombstone) {
  return { noun, deleted_at: at, deleted_by: await emailOf(db, by) };
}

/** Whether an insert was refused because its id is that of a deleted row. */
export function isGone(error: unknown): boolean {
  return sqlState(error) === goneState;
}

/** The error for a write to a row that is not there: `gone` with who deleted it and when, else `not_found`. */
export async function missing(db: Database, id: string): Promise<AppError> {
  const tombstone = await readTombstone(db, id);
  if (!tombstone) return new AppError("not_found");
  return new AppError("gone", { details: await detailsOf(db, tombstone) });
}

/** A row that a write is about; throws `gone` or `not_found` if it is not there. */
export async function foundToWrite<Row>(db: Database, row: Row | undefined, id: string): Promise<Row> {
  if (row === undefined) throw await missing(db, id);
  return row;
}

/**
 * Runs a write, and says of a refusal because of a deleted row what was deleted, when and by whom: the row itself, or
 * the doctor it belongs to.
 */
export async function sayingWhatIsGone<Result>(
  db: Database,
  { id, doctor_id }: { id: string; doctor_id?: string },
  write: () => Promise<Result>,
): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    // After a refused statement, the transaction that it is part of reads nothing more.
    if (db.isTransaction) throw error;
    if (isGone(error)) throw await missing(db, id);
    const isDoctorMissing = brokenConstraint(error) === "visits_doctor_exists";
    const tombstone = isDoctorMissing && doctor_id ? await readTombstone(db, doctor_id) : undefined;
    if (!tombstone) throw error;
    throw new AppError("doctor_missing", {
      fields: { doctor_id: errorMessage("doctor_missing") },
      details: await detailsOf(db, tombstone),
      cause: error,
    });
  }
}

/** How a noun deletes: how it reads what goes, under the lock, and what comes before, as what speaks against it. */
type Deletion<ToDelete> = {
  effect: (tx: Database, id: string) => Promise<ToDelete>;
  before: (tx: Database, effect: Omit<ToDelete, "version">) => Promise<unknown>;
};

/** What a person was shown to be deleted, perhaps not all of it. */
type Confirmed<ToDelete> = { [Name in keyof ToDelete]?: unknown };

/**
 * Throws `changed_meanwhile` with the present effect if a person confirmed another one. `changed` says who changed the row
 * itself, and when: who recorded or deleted what belongs to it is not known.
 */
export async function requireConfirmed<ToDelete extends object>(
  db: Database,
  effect: ToDelete,
  confirmed: Confirmed<ToDelete>,
  changed: { by: string | null; at: string },
): Promise<void> {
  const names = Object.keys(confirmed) as (keyof ToDelete)[];
  if (names.every((name) => confirmed[name] === undefined || confirmed[name] === effect[name])) return;
  const message = "This has changed since you were asked. Please look again at what will be deleted.";
  throw await changedMeanwhile(db, effect, changed, message);
}

/** Notes who deleted what this transaction deleted: the database has noted only what. */
export async function noteWhoDeleted(tx: Database, actor: Actor): Promise<void> {
  await sql`update sync.deleted set by = ${actor.id} where changed = pg_current_xact_id()`.execute(tx);
}

/**
 * Deletes a row once, in one transaction, and gives what went with it. A repetition, known by its key, gives the same and
 * deletes nothing, also if the row was brought back since; a row that is not there throws `gone` or `not_found`, and one
 * that is not as it was `confirmed` `changed_meanwhile`.
 */
export async function deleteOnce<ToDelete extends { version: number }>(
  db: Database,
  table: "doctors" | "products" | "visits",
  { id, confirmed, actor }: { id: string; confirmed: Confirmed<ToDelete>; actor: Actor },
  { effect: read, before }: Deletion<ToDelete>,
): Promise<Omit<ToDelete, "version">> {
  const name = sql.table(table);
  const key = actor.operation_key ?? null;
  return await transaction(db, async (tx) => {
    const { rows } = await sql<Versioned>`
      select version, updated_at, updated_by from ${name} where id = ${id} for update`.execute(tx);
    const [row] = rows;
    if (row === undefined) {
      const tombstone = await readTombstone(tx, id);
      // An earlier run of this command wrote it.
      if (key !== null && tombstone?.key === key) return tombstone.effect as Omit<ToDelete, "version">;
      throw await missing(tx, id);
    }
    const toDelete = await read(tx, id);
    const { version: _, ...effect } = toDelete;
    if (key !== null && (await wasDeletedUnder(tx, id, key))) return effect;
    const by = confirmed.version === row.version ? null : row.updated_by;
    await requireConfirmed(tx, toDelete, confirmed, { by, at: row.updated_at });
    await actAs(tx, actor);
    await before(tx, effect);
    await sql`delete from ${name} where id = ${id}`.execute(tx);
    // The database has noted what this transaction deleted, but not who did, and the answer.
    await sql`
      update sync.deleted set by = ${actor.id},
        key = case when id = ${id} then ${key}::uuid end,
        effect = case when id = ${id} then ${JSON.stringify(effect)}::json end
      where changed = pg_current_xact_id()`.execute(tx);
    return effect;
  });
}
