import type { Database } from "@rounds/database/connect.ts";
import { isOwnDoctor } from "@rounds/domain/account/own-rows.ts";
import { sql } from "kysely";
import type { Asked, Problem, SettledRow, StoredRow } from "../noun-import.ts";
import { deleteCreated, problemWith, problemWithout, takeBackUpdates } from "../undo-records.ts";
import { type DoctorFields, doctorRecords } from "./write-doctors.ts";

/**
 * Deletes created doctors whom the person may delete, and gives those that were updated their former values back, unless somebody
 * changed or used them since. Who gave a doctor away may take that back.
 */
export async function undoDoctors(
  tx: Database,
  rows: readonly StoredRow[],
  { actor }: Pick<Asked, "actor">,
): Promise<SettledRow[]> {
  const as = { ...actor, operation_key: null };
  const doctors = await lock(tx, rows);
  const refused = problemWithout(actor, "delete_doctors_of_others");
  const created = rows.filter(({ verdict }) => verdict === "create");
  const updates = rows.filter(({ verdict }) => verdict === "update");
  return [
    ...(await deleteCreated(
      tx,
      "doctors",
      created,
      ({ record_id }) => {
        const doctor = doctors.get(record_id ?? "");
        return problemOf(doctor) ?? (doctor && isOwnDoctor(doctor, actor.id) ? null : refused);
      },
      as,
    )),
    ...(await takeBackUpdates(tx, doctorRecords, updates, { actor: as, changedSince }, (found) =>
      formerPeople(tx, found),
    )),
  ];
}

const changedSince: Problem = { code: "changed_meanwhile", message: "Somebody changed this doctor since." };

type LockedDoctor = {
  id: string;
  version: number;
  representative_id: string | null;
  is_used: boolean;
  is_merged: boolean;
};

/**
 * Locks the doctors of rows, and says which of them are used: by visits, or by days on which they were not seen; and into which
 * another one was merged, who would be lost with them.
 */
async function lock(tx: Database, rows: readonly StoredRow[]): Promise<Map<string, LockedDoctor>> {
  const ids = rows.flatMap(({ record_id }) => record_id ?? []);
  await sql`select from doctors where id = any(${ids}::uuid[]) order by id for update`.execute(tx);
  const { rows: doctors } = await sql<LockedDoctor>`
    select id, version, representative_id, exists (select from visits where doctor_id = doctors.id)
      or exists (select from visit_skips where doctor_id = doctors.id) as is_used,
      exists (select from directory.doctor_aliases where doctor_id = doctors.id) as is_merged
    from doctors where id = any(${ids}::uuid[])`.execute(tx);
  return new Map(doctors.map((doctor) => [doctor.id, doctor]));
}

function problemOf(doctor: LockedDoctor | undefined): Problem | null {
  if (!doctor) return problemWith("gone");
  if (doctor.version !== 1) return changedSince;
  if (doctor.is_merged) return { code: "in_use", message: "Another doctor was merged into this one by now." };
  return doctor.is_used ? { code: "in_use", message: "This doctor has visits or plans by now." } : null;
}

/** A doctor can't be given back to somebody who has no account any more. */
async function formerPeople(tx: Database, updates: readonly { before: Partial<DoctorFields> }[]) {
  const former = updates.flatMap(({ before }) => before.representative_id ?? []);
  const { rows: accounts } = await sql<{ id: string }>`
    select id from auth.users where id = any(${former}::uuid[]) and deleted_at is null`.execute(tx);
  const people = new Set(accounts.map(({ id }) => id));
  return ({ before }: { before: Partial<DoctorFields> }) =>
    before.representative_id && !people.has(before.representative_id)
      ? problemWith("representative_missing")
      : null;
}
