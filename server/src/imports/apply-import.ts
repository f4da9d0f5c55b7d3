import { isDeepStrictEqual } from "node:util";
import type { Database } from "@rounds/database/connect.ts";
import { transaction } from "@rounds/database/transaction.ts";
import type { Import } from "@rounds/domain/imports/import.ts";
import type { ImportNoun } from "@rounds/domain/imports/import-fields.ts";
import { importPortion } from "@rounds/domain/imports/limits.ts";
import { sql } from "kysely";
import type { Context } from "../api/context.ts";
import { judgeRows } from "./judge-rows.ts";
import type { Asked, JudgedRow, SettledRow } from "./noun-import.ts";
import { nounImports } from "./noun-imports.ts";
import { hasRows, readImport, readRows, readStored, requireState, setState } from "./queries.ts";

/** One import at a time applies a portion, so that two don't create the same record. */
const applyingLock = 3_400_067;

const isToApply = sql`outcome is null and verdict in ('create', 'update')`;

/**
 * Applies the next portion of an import, in one transaction: what was predicted for each row, or nothing. A row of which the
 * prediction is not true any more fails, and the rest goes on. A repetition goes on where the last one ended. Throws
 * `not_found`, `forbidden`, and `import_moved_on` before all rows are checked and after Undo.
 */
export async function applyImport(
  db: Database,
  id: string,
  { actor, now, today }: Pick<Context, "actor" | "now" | "today">,
  portion = importPortion,
): Promise<Import> {
  // Before the first portion, which takes a moment: who reloads the page meanwhile must not read that nothing is imported yet.
  await sql`update imports.imports set state = 'applying'
    where id = ${id} and made_by = ${actor.id} and state = 'checked'`.execute(db);
  return await transaction(db, async (tx) => {
    const stored = await readStored(tx, id, actor, { locked: true });
    requireState(stored, "checked", "applying", "applied");
    if (stored.state !== "applied") {
      const rows = await readRows(tx, id, isToApply, portion);
      if (rows.length > 0) {
        const asked = { id, actor, now, today };
        await sql`select pg_advisory_xact_lock(${sql.lit(applyingLock)})`.execute(tx);
        await nounImports[stored.noun].lock(tx, rows, asked);
        const judged = await judgeRows(tx, stored.noun, rows, asked, { amongLines: false });
        await settleRows(tx, id, await write(tx, stored.noun, judged, asked));
        await sql`update imports.imports set applied_at = coalesce(applied_at, ${now}) where id = ${id}`.execute(
          tx,
        );
      }
      await setState(tx, id, (await hasRows(tx, id, isToApply)) ? "applying" : "applied");
    }
    return await readImport(tx, id);
  });
}

/** Whether what is there now gives a row the verdict that it had. */
function isStillTrue({ stored, judgement }: JudgedRow): boolean {
  return (
    judgement.verdict === stored.verdict &&
    (stored.verdict === "create" || judgement.target_id === stored.target_id) &&
    isDeepStrictEqual(judgement.changes, stored.changes)
  );
}

function failed({ stored, judgement }: JudgedRow, noun: ImportNoun): SettledRow {
  const [reason] = judgement.verdict === "refused" ? judgement.reasons : [];
  const { addedMeanwhile, changedMeanwhile } = nounImports[noun].words;
  const { code, message } = reason ?? {
    code: "changed_meanwhile",
    message: stored.verdict === "create" ? addedMeanwhile : changedMeanwhile,
  };
  return { line: stored.line, outcome: "failed", problem: { code, message }, record_id: null };
}

async function write(
  tx: Database,
  noun: ImportNoun,
  judged: readonly JudgedRow[],
  asked: Asked,
): Promise<SettledRow[]> {
  const records = await nounImports[noun].write(tx, judged.filter(isStillTrue), asked);
  return judged.map((row) => {
    const { line } = row.stored;
    const written = records.get(line);
    if (written === undefined) return failed(row, noun);
    if (typeof written !== "string") return { line, outcome: "failed", problem: written, record_id: null };
    return { line, outcome: "applied", problem: null, record_id: written };
  });
}

/** Notes what became of rows. */
export async function settleRows(tx: Database, id: string, settled: readonly SettledRow[]): Promise<void> {
  await sql`
    update imports.rows set outcome = settled.outcome, problem = settled.problem, record_id = settled.record_id
    from jsonb_to_recordset(${JSON.stringify(settled)}::jsonb)
      as settled (line integer, outcome text, problem jsonb, record_id uuid)
    where import_id = ${id} and rows.line = settled.line`.execute(tx);
}
