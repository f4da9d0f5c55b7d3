import type { Database } from "@rounds/database/connect.ts";
import { onlyRow } from "@rounds/database/select.ts";
import { transaction } from "@rounds/database/transaction.ts";
import { AppError } from "@rounds/domain/errors/app-error.ts";
import type { Import, importCreation } from "@rounds/domain/imports/import.ts";
import type { importRowsSent } from "@rounds/domain/imports/import-row.ts";
import { mostImportRows, undoableDays } from "@rounds/domain/imports/limits.ts";
import { formatCount } from "@rounds/domain/money/count.ts";
import { sql } from "kysely";
import type { z } from "zod";
import type { Actor } from "../api/context.ts";
import { createOnce } from "../api/records.ts";
import { readImport, readStored, requireFieldsOf, requireState } from "./queries.ts";

/** How many imports a person keeps that were not applied, as in tabs that were left. */
const mostUnfinished = 5;
/** How many finished ones a person keeps, for their mappings. */
const mostFinished = 50;
/** How many imports of anybody lose their rows with each new one. */
const forgottenAtOnce = 5;

/**
 * Begins an import, whose rows follow. The same request again gives the same; throws `id_taken` if the id was used for
 * something else.
 */
export async function createImport(
  db: Database,
  { id, ...creation }: z.output<typeof importCreation>,
  actor: Actor,
): Promise<Import> {
  const { noun, file_name, mapping } = creation;
  return await transaction(db, async (tx) => {
    const values = { id, noun, file_name, mapping: JSON.stringify(mapping) };
    const { isNew } = await createOnce(tx, "imports.imports", values, actor, { content: creation });
    if (isNew) await forget(tx, actor);
    return await readImport(tx, id);
  });
}

/** Removes the rows of those that can't be undone any more, and what a person has too many of. */
async function forget(tx: Database, actor: Actor): Promise<void> {
  const isOld = sql`made_at < now() - ${`${undoableDays} days`}::interval
    and (applied_at is null or applied_at < now() - ${`${undoableDays} days`}::interval)`;
  await sql`
    delete from imports.rows where import_id in (
      select id from imports.imports where ${isOld} and exists (select from imports.rows where import_id = id)
      order by made_at limit ${forgottenAtOnce} for update skip locked)`.execute(tx);
  const isOpen = sql`state in ('filling', 'checking', 'checked')`;
  await sql`
    delete from imports.imports where id in (
      select id from imports.imports where made_by = ${actor.id} and ${isOpen}
      order by made_at desc, id desc offset ${mostUnfinished})
    or id in (
      select id from imports.imports where made_by = ${actor.id} and not ${isOpen} and ${isOld}
      order by made_at desc, id desc offset ${mostFinished})`.execute(tx);
}

/**
 * Stores the next rows; those of a line that is there already replace it. Throws `not_found`, `forbidden`, `import_moved_on`
 * once checking has begun, and `validation_failed` for more than `mostImportRows` rows in all.
 */
export async function sendRows(
  db: Database,
  id: string,
  { rows }: z.output<typeof importRowsSent>,
  actor: Actor,
): Promise<Import> {
  return await transaction(db, async (tx) => {
    const stored = await readStored(tx, id, actor, { locked: true });
    requireState(stored, "filling");
    for (const { cells } of rows) requireFieldsOf(stored.noun, cells);
    const { added } = onlyRow(
      await sql<{ added: number }>`
        with sent as (
          insert into imports.rows (import_id, line, cells)
          select ${id}::uuid, line, cells from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as sent (line integer, cells jsonb)
          on conflict (import_id, line) do update set cells = excluded.cells returning xmax = 0 as is_new)
        select count(*) filter (where is_new) as added from sent`.execute(tx),
    );
    const { total } = onlyRow(
      await sql<{
        total: number;
      }>`select total + ${added}::integer as total from imports.imports where id = ${id}`.execute(tx),
    );
    if (total > mostImportRows) {
      const message = `Please bring in at most ${formatCount(mostImportRows)} rows at once`;
      throw new AppError("validation_failed", { fields: { rows: message } });
    }
    await sql`
      update imports.imports set total = ${total}, counts = jsonb_build_object('unchecked', ${total}::integer)
      where id = ${id}`.execute(tx);
    return await readImport(tx, id);
  });
}

/** Throws an import away; throws `import_moved_on` once it was applied. */
export async function deleteImport(db: Database, id: string, actor: Actor): Promise<Import> {
  return await transaction(db, async (tx) => {
    const stored = await readStored(tx, id, actor, { locked: true });
    requireState(stored, "filling", "checking", "checked");
    const last = await readImport(tx, id);
    await sql`delete from imports.imports where id = ${id}`.execute(tx);
    return last;
  });
}
