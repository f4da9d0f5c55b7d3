import type { Database } from "@rounds/database/connect.ts";
import { transaction } from "@rounds/database/transaction.ts";
import type { Day } from "@rounds/domain/calendar/calendar.ts";
import { AppError } from "@rounds/domain/errors/app-error.ts";
import { errorMessage } from "@rounds/domain/errors/errors.ts";
import type { Import } from "@rounds/domain/imports/import.ts";
import { undoableDays } from "@rounds/domain/imports/limits.ts";
import { sql } from "kysely";
import { actAs } from "../api/act.ts";
import type { Actor, Context } from "../api/context.ts";
import { undoOne } from "../bulk-edits/undo-bulk-edit.ts";
import { type Problem, type SettledRow, settleRows } from "./apply-import.ts";
import { readImport, readRows, readStored, requireState, type StoredRow, setState } from "./queries.ts";

/** How many rows one request takes back. */
const undoPortion = 200;

/**
 * Takes the next portion of an import back, in one transaction: created doctors are deleted, and updates are undone as the
 * history does. What somebody changed or used since stays and says why. Rows that still wait are not applied any more.
 * Throws `not_found`, `forbidden`, `import_moved_on` before anything was applied, and `gone` after `undoableDays`.
 */
export async function undoImport(
  db: Database,
  id: string,
  { isAdmin, actor, now, today }: Pick<Context, "actor" | "now" | "today"> & { isAdmin: boolean },
): Promise<Import> {
  return await transaction(db, async (tx) => {
    const stored = await readStored(tx, id, actor, { locked: true, isAdmin });
    requireState(stored, "applying", "applied", "undoing", "undone");
    if (stored.state !== "undone") {
      if (stored.applied_at && Date.parse(stored.applied_at) + undoableDays * 86_400_000 < Date.parse(now))
        throw new AppError("gone", { message: `An import can be undone for ${undoableDays} days.` });
      const rows = await readRows(tx, id, sql`outcome = 'applied'`, undoPortion);
      const as = { ...actor, operation_key: null };
      const created = await lock(tx, rows);
      const settled = [
        ...(await takeBackCreated(
          tx,
          rows.filter(({ verdict }) => verdict === "create"),
          created,
          as,
        )),
        ...(await takeBackUpdates(
          tx,
          rows.filter(({ verdict }) => verdict === "update"),
          { today, isAdmin },
          as,
        )),
      ];
      await settleRows(tx, id, settled);
      const isLeft = (await readRows(tx, id, sql`outcome = 'applied'`, 1)).length > 0;
      await setState(tx, id, isLeft ? "undoing" : "undone");
    }
    return await readImport(tx, id);
  });
}

type LockedDoctor = { id: string; version: number; is_used: boolean };

/** Locks the doctors of rows, and says which of them are used: by visits, or by days on which they were not seen. */
async function lock(tx: Database, rows: readonly StoredRow[]): Promise<Map<string, LockedDoctor>> {
  const ids = rows.flatMap(({ record_id }) => record_id ?? []);
  await sql`select from doctors where id = any(${ids}::uuid[]) order by id for update`.execute(tx);
  const { rows: doctors } = await sql<LockedDoctor>`
    select id, version, exists (select from visits where doctor_id = doctors.id)
      or exists (select from visit_skips where doctor_id = doctors.id) as is_used
    from doctors where id = any(${ids}::uuid[])`.execute(tx);
  return new Map(doctors.map((doctor) => [doctor.id, doctor]));
}

const settledAs = ({ line, record_id }: StoredRow, problem: Problem | null): SettledRow => ({
  line,
  record_id,
  outcome: problem ? "kept" : "undone",
  problem,
});

/** Deletes the created doctors whom nobody has changed or used since, each as a batch of its own. */
async function takeBackCreated(
  tx: Database,
  rows: readonly StoredRow[],
  doctors: ReadonlyMap<string, LockedDoctor>,
  actor: Actor,
): Promise<SettledRow[]> {
  const settled: SettledRow[] = [];
  for (const row of rows) {
    const doctor = doctors.get(row.record_id ?? "");
    const problem = problemOf(doctor);
    settled.push(settledAs(row, problem));
    if (problem) continue;
    await actAs(tx, { ...actor, operation_key: row.batch_id });
    await sql`delete from doctors where id = ${row.record_id}`.execute(tx);
  }
  // The database has noted what this transaction deleted, but not who did.
  await sql`update sync.deleted set by = ${actor.id} where changed = pg_current_xact_id()`.execute(tx);
  return settled;
}

function problemOf(doctor: LockedDoctor | undefined): Problem | null {
  if (!doctor) return { code: "gone", message: errorMessage("gone") };
  if (doctor.version !== 1)
    return { code: "changed_meanwhile", message: "Somebody changed this doctor since." };
  return doctor.is_used ? { code: "in_use", message: "This doctor has visits or plans by now." } : null;
}

async function takeBackUpdates(
  tx: Database,
  rows: readonly StoredRow[],
  how: { today: Day; isAdmin: boolean },
  actor: Actor,
): Promise<SettledRow[]> {
  const settled: SettledRow[] = [];
  for (const row of rows) {
    const problem = await undoOne(tx, row.batch_id, how, actor);
    settled.push(settledAs(row, problem ? { code: problem.code, message: problem.message } : null));
  }
  return settled;
}
