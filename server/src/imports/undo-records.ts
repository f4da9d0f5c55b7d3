import { randomUUID } from "node:crypto";
import type { Database } from "@rounds/database/connect.ts";
import { asRows } from "@rounds/database/select.ts";
import type { Permission } from "@rounds/domain/account/permissions.ts";
import { errorMessage } from "@rounds/domain/errors/errors.ts";
import { sql } from "kysely";
import { actAs } from "../api/act.ts";
import type { Actor } from "../api/context.ts";
import { noteWhoDeleted } from "../api/gone.ts";
import { isPermitted, notPermitted } from "../api/permission.ts";
import { type Problem, type SettledRow, type StoredRow, takenBack } from "./noun-import.ts";
import type { Changed, FieldValues, RecordWriter } from "./write-records.ts";

/** The problem of a row whose record, or somebody it was of, is not there any more. */
export const problemWith = (code: "gone" | "representative_missing"): Problem => ({
  code,
  message: errorMessage(code),
});

/** The problem of a row that the person may not take back without a permission; null if they have it. */
export function problemWithout(actor: Actor, permission: Permission): Problem | null {
  if (isPermitted(actor, permission)) return null;
  const { code, message } = notPermitted(permission);
  return { code, message };
}

/** Deletes the created records that have no problem, each as a batch of its own, so that each can be brought back. */
export async function deleteCreated(
  tx: Database,
  table: "doctors" | "products",
  rows: readonly StoredRow[],
  problemOf: (row: StoredRow) => Problem | null,
  actor: Actor,
): Promise<SettledRow[]> {
  const settled: SettledRow[] = [];
  for (const row of rows) {
    const problem = problemOf(row);
    settled.push(takenBack(row, problem));
    if (problem) continue;
    await actAs(tx, { ...actor, operation_key: row.batch_id });
    await sql`delete from ${sql.table(table)} where id = ${row.record_id}`.execute(tx);
  }
  await noteWhoDeleted(tx, actor);
  return settled;
}

/** What an update changed, with the former values. */
type Update<Fields> = { batch_id: string; before: Partial<Fields>; after: Partial<Fields> };

/**
 * Gives updated records their former values back, where no field that the import changed has another value by now. `obstacle`
 * looks for what else keeps one from it.
 */
export async function takeBackUpdates<Fields extends FieldValues>(
  tx: Database,
  records: RecordWriter<Fields>,
  rows: readonly StoredRow[],
  { actor, changedSince }: { actor: Actor; changedSince: Problem },
  obstacle: (
    updates: readonly Update<Fields>[],
  ) => Promise<(update: Update<Fields>) => Problem | null> = async () => () => null,
): Promise<SettledRow[]> {
  const updates = await readUpdates<Fields>(tx, records.table, rows);
  const current = await records.read(
    tx,
    rows.flatMap(({ record_id }) => record_id ?? []),
  );
  const byBatch = new Map(updates.map((update) => [update.batch_id, update]));
  const problemOf = await obstacle(updates);
  const changed: Changed<Fields>[] = [];
  const settled = rows.map((row) => {
    const record = current.get(row.record_id ?? "");
    const update = byBatch.get(row.batch_id);
    if (!record || !update) return takenBack(row, problemWith("gone"));
    if (!isAsLeft(record, update)) return takenBack(row, changedSince);
    const problem = problemOf(update);
    if (!problem)
      changed.push({ id: record.id, batch_id: randomUUID(), fields: { ...record, ...update.before } });
    return takenBack(row, problem);
  });
  await records.update(tx, changed, actor);
  return settled;
}

/** What the history has of the updates of rows. A price is a text, as in the row. */
async function readUpdates<Fields>(
  tx: Database,
  noun: string,
  rows: readonly StoredRow[],
): Promise<Update<Fields>[]> {
  const values = (column: string) => sql`
    ${sql.ref(column)} || case when ${sql.ref(column)} ? 'price'
      then jsonb_build_object('price', ${sql.ref(column)} ->> 'price') else '{}' end as ${sql.ref(column)}`;
  // The key of a batch is known once it is in the history: its person may have changed others under it.
  const asked = rows.map(({ batch_id, record_id }) => ({ batch_id, record_id }));
  const { rows: updates } = await sql<Update<Fields>>`
    select batch_id, ${values("before")}, ${values("after")}
    from ${asRows(asked, { batch_id: "uuid", record_id: "uuid" }, "asked")} join history.changes using (batch_id)
    where row_id = record_id and noun = ${noun} and op = 'updated'`.execute(tx);
  return updates;
}

/** Whether a record has the values that an update gave it. What was erased from the history is not known. */
function isAsLeft<Fields extends FieldValues>(record: Fields, { after }: Update<Fields>): boolean {
  const fields = Object.keys(after);
  return fields.length > 0 && fields.every((field) => field === "id" || record[field] === after[field]);
}
