import { randomBytes } from "node:crypto";
import type { Database } from "@rounds/database/connect.ts";
import { isOwnDoctor } from "@rounds/domain/account/own-rows.ts";
import { cityOf } from "@rounds/domain/doctors/city.ts";
import { cleanDoctor } from "@rounds/domain/imports/doctors/clean-doctor.ts";
import { identityOf, type KnownDoctor, keysOf } from "@rounds/domain/imports/doctors/compare-doctors.ts";
import { type DoctorValues, judgeDoctor } from "@rounds/domain/imports/doctors/judge-doctor.ts";
import type { ImportReason, LikeRecord } from "@rounds/domain/imports/import-row.ts";
import { uuidV7 } from "@rounds/domain/records/uuid-v7.ts";
import { sql } from "kysely";
import type { Actor } from "../../api/context.ts";
import { creationDigest } from "../../api/record.ts";
import {
  type Asked,
  type JudgedRow,
  type NounImport,
  type ReadRow,
  refusal,
  type StoredRow,
  targetsOf,
} from "../noun-import.ts";
import type { Changed, Made } from "../write-records.ts";
import { readKnown } from "./known-doctors.ts";
import { createReceivers } from "./receivers.ts";
import { undoDoctors } from "./undo-doctors.ts";
import { type DoctorFields, doctorRecords, nobody } from "./write-doctors.ts";

/** Bringing in doctors. */
export const doctorImport: NounImport = {
  read,
  lock,
  write,
  undo: undoDoctors,
  describe: describeDoctors,
  words: {
    addedMeanwhile: "A doctor like this was added after the file was checked.",
    changedMeanwhile: "This doctor was changed after the file was checked.",
    choose: "Please choose a doctor who is there",
  },
};

async function read(tx: Database, rows: readonly StoredRow[], { id, actor, now }: Asked): Promise<ReadRow[]> {
  const cleaned = rows.map((stored) => ({ stored, cleaned: cleanDoctor(stored.cells) }));
  const known = await readKnown(tx, id, cleaned);
  const receiverOf = await createReceivers(tx, now);
  return cleaned.map(({ stored, cleaned: row }) => {
    const doctors = known.get(stored.line) ?? [];
    return {
      stored,
      keys: keysOf(identityOf(row)),
      known: doctors.map((doctor) => doctor.id),
      judge: (others) =>
        judgeDoctor({
          row,
          known: doctors,
          others: others.map(({ cells, ...other }) => ({
            ...other,
            identity: identityOf(cleanDoctor(cells)),
          })),
          receiver: receiverOf(row.representative),
          decision: stored.decision,
          chosen_id: stored.chosen_id,
          refusedToGive: (doctor) => refusedToGive(doctor, actor),
        }),
    };
  });
}

/** As a bulk edit: who may not delete doctors of others does not give them away either. */
function refusedToGive(doctor: KnownDoctor, actor: Actor): ImportReason | null {
  if (isOwnDoctor(doctor, actor.id)) return null;
  return refusal(actor, "delete_doctors_of_others", "representative");
}

/** Locks the people who get doctors, and the doctors who are updated: in the order of every command. */
async function lock(tx: Database, rows: readonly StoredRow[], { id }: Asked): Promise<void> {
  const lines = rows.map(({ line }) => line);
  await sql`
    select from auth.users where id in (
      select ("values" ->> 'representative_id')::uuid from imports.rows
      where import_id = ${id} and line = any(${lines}::integer[]))
    order by id for share`.execute(tx);
  await sql`select from doctors where id = any(${targetsOf(rows)}::uuid[]) order by id for no key update`.execute(
    tx,
  );
}

async function write(tx: Database, rows: readonly JudgedRow[], { id, actor, now }: Asked) {
  const records = new Map<number, string>();
  const made: Made<DoctorFields>[] = [];
  const changed: Changed<DoctorFields>[] = [];
  const doctors = await doctorRecords.read(tx, targetsOf(rows.map(({ judgement }) => judgement)));
  for (const { stored, judgement } of rows) {
    // `judgeDoctor` chose them.
    const values = judgement.values as DoctorValues;
    const target = judgement.verdict === "update" ? doctors.get(judgement.target_id ?? "") : undefined;
    const record_id = target?.id ?? uuidV7(Date.parse(now), randomBytes(10));
    records.set(stored.line, record_id);
    if (target) changed.push({ id: record_id, batch_id: stored.batch_id, fields: { ...target, ...values } });
    else
      made.push({
        ...nobody,
        representative_id: actor.id,
        ...values,
        id: record_id,
        creation_digest: creationDigest({ import: id, line: stored.line }),
      });
  }
  // Before the updates: what follows an edit in its transaction is recorded as a part of it.
  await doctorRecords.create(tx, made, actor);
  await doctorRecords.update(tx, changed, actor);
  return records;
}

/** The hospital and the city tell doctors of one name apart. */
export async function describeDoctors(db: Database, ids: readonly string[]): Promise<LikeRecord[]> {
  const { rows } = await sql<{
    id: string;
    name: string;
    hospital: string | null;
    address: string | null;
  }>`select id, name, hospital, address from doctors where id = any(${ids}::uuid[])`.execute(db);
  return rows.map(({ id, name, hospital, address }) => ({
    id,
    name,
    where: [hospital, cityOf(address)].filter(Boolean).join(", "),
  }));
}
