import { randomBytes } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type { Database } from "@rounds/database/connect.ts";
import { transaction } from "@rounds/database/transaction.ts";
import type { Import } from "@rounds/domain/imports/import.ts";
import type { Outcome } from "@rounds/domain/imports/import-row.ts";
import { importPortion } from "@rounds/domain/imports/limits.ts";
import { uuidV7 } from "@rounds/domain/records/uuid-v7.ts";
import { sql } from "kysely";
import type { Context } from "../api/context.ts";
import { creationDigest } from "../api/record.ts";
import { type JudgedRow, judgeRows } from "./judge-rows.ts";
import {
  hasRows,
  readImport,
  readRows,
  readStored,
  requireState,
  type StoredRow,
  setState,
} from "./queries.ts";
import {
  type ChangedDoctor,
  createDoctors,
  fieldsOf,
  type NewDoctor,
  nobody,
  updateDoctors,
} from "./write-doctors.ts";

/** One import at a time applies a portion, so that two don't create the same doctor. */
const applyingLock = 3_400_067;

export type Problem = { code: string; message: string };
/** What became of a row. */
export type SettledRow = {
  line: number;
  outcome: Outcome;
  problem: Problem | null;
  record_id: string | null;
};

const isToApply = sql`outcome is null and verdict in ('create', 'update')`;

/**
 * Applies the next portion of an import, in one transaction: what was predicted for each row, or nothing. A row of which the
 * prediction is not true any more fails, and the rest goes on. A repetition goes on where the last one ended. Throws
 * `not_found`, `forbidden`, and `import_moved_on` before all rows are checked and after Undo.
 */
export async function applyImport(
  db: Database,
  id: string,
  { actor, now }: Pick<Context, "actor" | "now">,
  portion = importPortion,
): Promise<Import> {
  return await transaction(db, async (tx) => {
    const stored = await readStored(tx, id, actor, { locked: true });
    requireState(stored, "checked", "applying", "applied");
    if (stored.state !== "applied") {
      const rows = await readRows(tx, id, isToApply, portion);
      if (rows.length > 0) {
        await lock(tx, id, rows);
        const judged = await judgeRows(tx, rows, { id, actor, now }, { amongLines: false });
        await settleRows(tx, id, await write(tx, id, judged, { actor, now }));
        await sql`update imports.imports set applied_at = coalesce(applied_at, ${now}) where id = ${id}`.execute(
          tx,
        );
      }
      await setState(tx, id, (await hasRows(tx, id, isToApply)) ? "applying" : "applied");
    }
    return await readImport(tx, id);
  });
}

/** Locks the people who get doctors, and the doctors who are updated: in the order of every command. */
async function lock(tx: Database, id: string, rows: readonly StoredRow[]): Promise<void> {
  await sql`select pg_advisory_xact_lock(${sql.lit(applyingLock)})`.execute(tx);
  const lines = rows.map(({ line }) => line);
  await sql`
    select from auth.users where id in (
      select ("values" ->> 'representative_id')::uuid from imports.rows
      where import_id = ${id} and line = any(${lines}::integer[]))
    order by id for share`.execute(tx);
  const targets = rows.flatMap(({ target_id, verdict }) =>
    verdict === "update" && target_id ? target_id : [],
  );
  await sql`select from doctors where id = any(${targets}::uuid[]) order by id for no key update`.execute(tx);
}

/** Whether what is there now gives a row the verdict that it had. */
function isStillTrue({ stored, judgement }: JudgedRow): boolean {
  return (
    judgement.verdict === stored.verdict &&
    (stored.verdict === "create" || judgement.target_id === stored.target_id) &&
    isDeepStrictEqual(judgement.changes, stored.changes)
  );
}

function failed({ stored, judgement }: JudgedRow): SettledRow {
  const [first] = judgement.reasons;
  const message =
    judgement.verdict === "refused" && first
      ? first.message
      : stored.verdict === "create"
        ? "A doctor like this was added after the file was checked."
        : "This doctor was changed after the file was checked.";
  return {
    line: stored.line,
    outcome: "failed",
    problem: { code: "changed_meanwhile", message },
    record_id: null,
  };
}

async function write(
  tx: Database,
  id: string,
  judged: readonly JudgedRow[],
  { actor, now }: Pick<Context, "actor" | "now">,
): Promise<SettledRow[]> {
  const settled = judged.filter((row) => !isStillTrue(row)).map(failed);
  const made: NewDoctor[] = [];
  const changed: ChangedDoctor[] = [];
  for (const row of judged.filter(isStillTrue)) {
    const { stored, judgement, known } = row;
    const target = known.find((doctor) => doctor.id === judgement.target_id);
    const record_id =
      stored.verdict === "create" ? uuidV7(Date.parse(now), randomBytes(10)) : (target?.id ?? "");
    settled.push({ line: stored.line, outcome: "applied", problem: null, record_id });
    if (target && stored.verdict === "update")
      changed.push({
        ...fieldsOf({ ...target, ...judgement.values }),
        given_id: record_id,
        batch_id: stored.batch_id,
      });
    else
      made.push({
        ...fieldsOf({ ...nobody, representative_id: actor.id, ...judgement.values }),
        id: record_id,
        creation_digest: creationDigest({ import: id, line: stored.line }),
      });
  }
  // Before the updates: what follows an edit in its transaction is told as a part of it.
  await createDoctors(tx, made, actor);
  await updateDoctors(tx, changed, actor);
  return settled;
}

/** Notes what became of rows. */
export async function settleRows(tx: Database, id: string, settled: readonly SettledRow[]): Promise<void> {
  await sql`
    update imports.rows set outcome = settled.outcome, problem = settled.problem, record_id = settled.record_id
    from jsonb_to_recordset(${JSON.stringify(settled)}::jsonb)
      as settled (line integer, outcome text, problem jsonb, record_id uuid)
    where import_id = ${id} and rows.line = settled.line`.execute(tx);
}
