import type { Database } from "@rounds/database/connect.ts";
import { onlyRow } from "@rounds/database/select.ts";
import { transaction } from "@rounds/database/transaction.ts";
import { sql } from "kysely";
import type { Actor } from "./context.ts";

/** Says in a transaction who does what follows, and under which key: rows that don't say it themselves take it from there. */
export async function actAs(tx: Database, actor: Actor): Promise<void> {
  await sql`select history.act(${actor.id}::uuid, ${actor.operation_key ?? null}::uuid)`.execute(tx);
}

/**
 * The same for a command that notes its batch, or edits several rows under it; returns the actor with the batch's id as
 * the key, which is another one than was sent if that is the batch of somebody else.
 */
export async function actInBatch(tx: Database, actor: Actor): Promise<Actor & { operation_key: string }> {
  await actAs(tx, actor);
  const { batch } = onlyRow(await sql<{ batch: string }>`select history.batch() as batch`.execute(tx));
  return { ...actor, operation_key: batch };
}

/** Runs a command as one transaction, as `transaction` does, whose rows say who wrote them. */
export async function transactionOf<Result>(
  db: Database,
  actor: Actor,
  command: (tx: Database) => Promise<Result>,
): Promise<Result> {
  return await transaction(db, async (tx) => {
    await actAs(tx, actor);
    return await command(tx);
  });
}

/** Whether a row was deleted before by the request with this key: it was brought back since. */
export async function wasDeletedUnder(tx: Database, id: string, key: string): Promise<boolean> {
  const { rows } = await sql`
    select from history.changes where batch_id = ${key} and row_id = ${id} and op = 'deleted' limit 1`.execute(
    tx,
  );
  return rows.length > 0;
}
