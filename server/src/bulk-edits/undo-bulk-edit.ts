import type { Database } from "@rounds/database/connect.ts";
import { databaseError } from "@rounds/database/database-error.ts";
import { brokenConstraint, transaction } from "@rounds/database/transaction.ts";
import { type BulkEdit, portions } from "@rounds/domain/bulk-edits/bulk-edit.ts";
import { AppError } from "@rounds/domain/errors/app-error.ts";
import { sql } from "kysely";
import type { Actor } from "../api/context.ts";
import type { Reach } from "../history/batch.ts";
import { undo } from "../history/undo.ts";
import { nextRows, readBulkEdit, readStored, settle } from "./queries.ts";

type How = Reach & { isAdmin: boolean };

/**
 * Takes the next portion of a bulk edit back, in one transaction, each row as `undo` does. A row that can't be taken back
 * stays as it is and says why, and the rest goes on. Rows that still wait are not changed any more. A repetition goes on
 * where the last one ended. Throws `not_found` and `forbidden`.
 */
export async function undoBulkEdit(db: Database, id: string, how: How, actor: Actor): Promise<BulkEdit> {
  return await transaction(db, async (tx) => {
    await readStored(tx, id, actor, { locked: true, isAdmin: how.isAdmin });
    await sql`
      update bulk.rows set state = 'same' where edit_id = ${id} and state = 'waiting'`.execute(tx);
    const rows = await nextRows(tx, id, "done", portions.undo);
    await lockAll(
      tx,
      rows.map(({ batch_id }) => batch_id),
    );
    const settled = [];
    for (const { row_id, batch_id } of rows) {
      const problem = await undoOne(tx, batch_id, how, { ...actor, operation_key: null });
      settled.push(
        problem
          ? { row_id, state: "kept" as const, problem: { code: problem.code, message: problem.message } }
          : { row_id, state: "undone" as const },
      );
    }
    await settle(tx, id, settled);
    return await readBulkEdit(tx, id);
  });
}

/** Takes one row back; returns why it can't be. */
async function undoOne(
  tx: Database,
  batch_id: string,
  how: How,
  actor: Actor,
): Promise<AppError | undefined> {
  await sql`savepoint before_row`.execute(tx);
  try {
    await undo(tx, batch_id, how, actor);
  } catch (thrown) {
    // A rule of the database: the representative of before has no account any more.
    const error = brokenConstraint(thrown) ? databaseError(thrown) : thrown;
    if (!(error instanceof AppError)) throw thrown;
    await sql`rollback to savepoint before_row`.execute(tx);
    return error;
  } finally {
    await sql`release savepoint before_row`.execute(tx).catch(() => {});
  }
  return undefined;
}

/** Locks the doctors who were edited, and the products whose sales come back: all of them in the order of every command. */
async function lockAll(tx: Database, batches: readonly string[]): Promise<void> {
  await sql`
    select from doctors where id in (
      select row_id from history.changes where batch_id = any(${batches}::uuid[]) and noun = 'doctors')
    order by id for no key update`.execute(tx);
  await sql`
    select from products where id in (
      select (before ->> 'product_id')::uuid from history.changes
      where batch_id = any(${batches}::uuid[]) and noun = 'sales' and op = 'deleted')
    order by id for no key update`.execute(tx);
}
