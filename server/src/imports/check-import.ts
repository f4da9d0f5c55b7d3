import type { Database } from "@rounds/database/connect.ts";
import { asRows } from "@rounds/database/select.ts";
import { transaction } from "@rounds/database/transaction.ts";
import { AppError } from "@rounds/domain/errors/app-error.ts";
import type { Import } from "@rounds/domain/imports/import.ts";
import type { ImportNoun } from "@rounds/domain/imports/import-fields.ts";
import type { importDecision, importRowFix } from "@rounds/domain/imports/import-row.ts";
import { importPortion } from "@rounds/domain/imports/limits.ts";
import type { ImportRowFixed } from "@rounds/domain/imports/row-fixed.ts";
import { sql } from "kysely";
import type { z } from "zod";
import type { Context } from "../api/context.ts";
import { judgeRows } from "./judge-rows.ts";
import type { JudgedRow } from "./noun-import.ts";
import { nounImports } from "./noun-imports.ts";
import {
  hasRows,
  readImport,
  readRow,
  readRows,
  readStored,
  requireFieldsOf,
  requireState,
  setState,
} from "./queries.ts";

export type Asker = Pick<Context, "actor" | "now" | "today">;

const isUnchecked = sql`verdict = 'unchecked'`;

/**
 * Checks the next portion of rows, and writes nothing but that. Throws `not_found`, `forbidden`, `import_moved_on` once it
 * was applied, and `validation_failed` for an import without rows.
 */
export async function checkImport(
  db: Database,
  id: string,
  asker: Asker,
  portion = importPortion,
): Promise<Import> {
  return await transaction(db, async (tx) => {
    const stored = await readStored(tx, id, asker.actor, { locked: true });
    requireState(stored, "filling", "checking", "checked");
    if (stored.state === "filling") await nounImports[stored.noun].begun?.(tx, id, asker.actor);
    if (
      stored.state !== "checked" &&
      !(await checkNext(tx, stored, asker, portion)) &&
      stored.state === "filling"
    )
      throw new AppError("validation_failed", { fields: { rows: "The file has no rows" } });
    return await readImport(tx, id);
  });
}

/** Checks the next portion and notes the state; returns whether there was one. */
export async function checkNext(
  tx: Database,
  { id, noun }: Pick<Import, "id" | "noun">,
  { actor, now, today }: Asker,
  portion = importPortion,
): Promise<boolean> {
  const rows = await readRows(tx, id, isUnchecked, portion);
  const asked = { id, actor, now, today };
  await settle(tx, id, await judgeRows(tx, noun, rows, asked, { amongLines: true }));
  const isChecked = !(await hasRows(tx, id, isUnchecked));
  if (isChecked) await nounImports[noun].checked?.(tx, id);
  await setState(tx, id, isChecked ? "checked" : "checking");
  return rows.length > 0;
}

/** Notes what becomes of rows, and by what those that create or update a record are found. */
async function settle(tx: Database, id: string, judged: readonly JudgedRow[]): Promise<void> {
  const settled = judged.map(({ stored: { line }, judgement }) => ({ line, ...judgement }));
  await sql`
    update imports.rows set verdict = settled.verdict, reasons = settled.reasons, target_id = settled.target_id,
      candidates = settled.candidates, changes = settled.changes, "values" = settled."values",
      double_of = settled.double_of
    from jsonb_to_recordset(${JSON.stringify(settled)}::jsonb) as settled (line integer, verdict text, reasons jsonb,
      target_id uuid, candidates uuid[], changes jsonb, "values" jsonb, double_of integer)
    where import_id = ${id} and rows.line = settled.line`.execute(tx);
  const kept = judged.flatMap(({ stored: { line }, read: { keys }, judgement: { verdict } }) =>
    verdict === "create" || verdict === "update" ? [...new Set(keys.kept)].map((key) => ({ line, key })) : [],
  );
  await sql`
    insert into imports.keys (import_id, line, key)
    select ${id}::uuid, line, key from ${asRows(kept, { line: "integer", key: "text" }, "kept")}`.execute(tx);
}

/**
 * Corrects a row or decides about it, and checks it again, with the rows for which it was a double. Throws `not_found`,
 * `forbidden`, `import_moved_on` unless the rows are being checked, and `validation_failed` for an update of nobody.
 */
export async function fixRow(
  db: Database,
  id: string,
  { line, cells, decision, target_id }: z.output<typeof importRowFix>,
  asker: Asker,
): Promise<ImportRowFixed> {
  return await transaction(db, async (tx) => {
    const stored = await readStored(tx, id, asker.actor, { locked: true });
    requireState(stored, "checking", "checked");
    requireFieldsOf(stored.noun, cells ?? {});
    const before = await readRow(tx, stored, line);
    const chosen = decision === "update" ? (target_id ?? before.target?.id) : undefined;
    if (decision === "update") await requireRecord(tx, stored.noun, chosen);
    await sql`
      update imports.rows set verdict = 'unchecked', double_of = null,
        cells = cells || ${JSON.stringify(cells ?? {})}::jsonb
        ${decision === undefined ? sql`` : sql`, decision = ${decision}, chosen_id = ${chosen ?? null}::uuid`}
      where import_id = ${id} and line = ${line}`.execute(tx);
    await sql`delete from imports.keys where import_id = ${id} and line = ${line}`.execute(tx);
    // Rows that were doubles of this one may not be any more. They have no keys.
    await sql`
      update imports.rows set verdict = 'unchecked', double_of = null where import_id = ${id} and double_of = ${line}`.execute(
      tx,
    );
    const first = await readRows(tx, id, sql`line = ${line}`, 1);
    const { actor, now, today } = asker;
    const asked = { id, actor, now, today };
    await settle(tx, id, await judgeRows(tx, stored.noun, first, asked, { amongLines: true }));
    await checkNext(tx, stored, asker);
    return { row: await readRow(tx, stored, line), import: await readImport(tx, id) };
  });
}

/**
 * Decides about all rows that wait for a person, which are then to be checked again; once more, it finds none. Throws `not_found`,
 * `forbidden`, and `import_moved_on` unless all rows are checked and none is applied.
 */
export async function decideAll(
  db: Database,
  id: string,
  { decision }: z.output<typeof importDecision>,
  actor: Context["actor"],
): Promise<Import> {
  return await transaction(db, async (tx) => {
    const stored = await readStored(tx, id, actor, { locked: true });
    requireState(stored, "checked");
    // They have no keys, and no other row is a double of them.
    const decided = await sql`
      update imports.rows set verdict = 'unchecked', double_of = null, decision = ${decision}, chosen_id = null
      where import_id = ${id} and verdict = 'look'`.execute(tx);
    if (decided.numAffectedRows) await setState(tx, id, "checking");
    return await readImport(tx, id);
  });
}

async function requireRecord(tx: Database, noun: ImportNoun, id: string | undefined): Promise<void> {
  const { describe, words } = nounImports[noun];
  const found = id === undefined ? [] : await describe(tx, [id]);
  if (found.length === 0) throw new AppError("validation_failed", { fields: { target_id: words.choose } });
}
