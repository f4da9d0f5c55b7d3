import { randomUUID } from "node:crypto";
import type { Database } from "@rounds/database/connect.ts";
import { errorMessage } from "@rounds/domain/errors/errors.ts";
import { sql } from "kysely";
import { actAs } from "../../api/act.ts";
import type { Actor } from "../../api/context.ts";
import { noteWhoDeleted } from "../../api/gone.ts";
import { type Asked, type Problem, type SettledRow, type StoredRow, takenBack } from "../noun-import.ts";
import { type ChangedDoctor, type Fields, fieldsOf, readFields, updateDoctors } from "./write-doctors.ts";

/** Deletes created doctors, and gives those that were updated their former values back, unless somebody changed or used them since. */
export async function undoDoctors(
  tx: Database,
  rows: readonly StoredRow[],
  { actor }: Pick<Asked, "actor">,
): Promise<SettledRow[]> {
  const as = { ...actor, operation_key: null };
  const doctors = await lock(tx, rows);
  const created = rows.filter(({ verdict }) => verdict === "create");
  const updates = rows.filter(({ verdict }) => verdict === "update");
  return [...(await takeBackCreated(tx, created, doctors, as)), ...(await takeBackUpdates(tx, updates, as))];
}

const changedSince: Problem = { code: "changed_meanwhile", message: "Somebody changed this doctor since." };

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
    settled.push(takenBack(row, problem));
    if (problem) continue;
    await actAs(tx, { ...actor, operation_key: row.batch_id });
    await sql`delete from doctors where id = ${row.record_id}`.execute(tx);
  }
  await noteWhoDeleted(tx, actor);
  return settled;
}

function problemOf(doctor: LockedDoctor | undefined): Problem | null {
  if (!doctor) return problemWith("gone");
  if (doctor.version !== 1) return changedSince;
  return doctor.is_used ? { code: "in_use", message: "This doctor has visits or plans by now." } : null;
}

type Undoable = { batch_id: string; before: Partial<Fields>; after: Partial<Fields> };

/** Gives updated doctors their former values back, where no field that the import changed has another value by now. */
async function takeBackUpdates(
  tx: Database,
  rows: readonly StoredRow[],
  actor: Actor,
): Promise<SettledRow[]> {
  const ids = rows.flatMap(({ record_id }) => record_id ?? []);
  const { rows: changes } = await sql<Undoable>`
    select batch_id, before, after from history.changes
    where batch_id = any(${rows.map(({ batch_id }) => batch_id)}::uuid[]) and noun = 'doctors' and op = 'updated'`.execute(
    tx,
  );
  const doctors = await readFields(tx, ids);
  const byBatch = new Map(changes.map((change) => [change.batch_id, change]));
  const former = changes.flatMap(({ before }) => before.representative_id ?? []);
  const { rows: accounts } = await sql<{ id: string }>`
    select id from auth.users where id = any(${former}::uuid[]) and deleted_at is null`.execute(tx);
  const people = new Set(accounts.map(({ id }) => id));
  const changed: ChangedDoctor[] = [];
  const settled = rows.map((row) => {
    const doctor = doctors.get(row.record_id ?? "");
    const change = byBatch.get(row.batch_id);
    if (!doctor || !change) return takenBack(row, problemWith("gone"));
    const { before, after } = change;
    const isStill = Object.entries(after).every(
      ([field, value]) => field === "id" || doctor[field as keyof Fields] === value,
    );
    if (!isStill || Object.keys(after).length === 0) return takenBack(row, changedSince);
    if (before.representative_id && !people.has(before.representative_id))
      return takenBack(row, problemWith("representative_missing"));
    changed.push({
      ...fieldsOf({ ...doctor, ...before }),
      given_id: row.record_id ?? "",
      batch_id: randomUUID(),
    });
    return takenBack(row, null);
  });
  await updateDoctors(tx, changed, actor);
  return settled;
}

const problemWith = (code: "gone" | "representative_missing"): Problem => ({
  code,
  message: errorMessage(code),
});
