import type { Database } from "@rounds/database/connect.ts";
import { asRows, namesOf } from "@rounds/database/select.ts";
import type { KnownDoctor } from "@rounds/domain/imports/doctors/compare-doctors.ts";
import { sql } from "kysely";
import type { Actor } from "../../api/context.ts";
import { withEditKey } from "../../api/operation-key.ts";
import { edited } from "../../api/records.ts";

/** The fields of a doctor that are written, with the types of their columns. */
const fieldTypes = {
  name: "text",
  specialization: "text",
  hospital: "text",
  doctor_class: "text",
  doctor_type: "text",
  contact_number: "text",
  email: "text",
  address: "text",
  norm: "integer",
  representative_id: "uuid",
} as const;
export type Fields = Pick<KnownDoctor, keyof typeof fieldTypes>;
export type NewDoctor = Fields & { id: string; creation_digest: string };
/** All fields of a doctor after a change, which is in the history under `batch_id`. */
export type ChangedDoctor = Fields & { given_id: string; batch_id: string };

/** A doctor of whom nothing is known. */
export const nobody: Fields = {
  name: "",
  specialization: null,
  hospital: null,
  doctor_class: null,
  doctor_type: null,
  contact_number: null,
  email: null,
  address: null,
  norm: null,
  representative_id: null,
};

/** The fields of a doctor alone. */
export function fieldsOf(doctor: Fields): Fields {
  const names = Object.keys(fieldTypes) as (keyof Fields)[];
  return Object.fromEntries(names.map((name) => [name, doctor[name]])) as Fields;
}

/** Creates doctors. */
export async function createDoctors(tx: Database, made: readonly NewDoctor[], actor: Actor): Promise<void> {
  if (made.length === 0) return;
  const types = { id: "uuid", creation_digest: "text", ...fieldTypes } as const;
  await sql`
    insert into doctors (${namesOf(types)}, created_by, updated_by)
    select ${namesOf(types)}, ${actor.id}::uuid, ${actor.id}::uuid from ${asRows(made, types, "made")}`.execute(
    tx,
  );
}

/** Writes all fields of locked doctors, each change as a batch of its own. */
export async function updateDoctors(
  tx: Database,
  changed: readonly ChangedDoctor[],
  actor: Actor,
): Promise<void> {
  if (changed.length === 0) return;
  const { edit_keys: _, ...stamp } = edited(actor);
  const given = (name: string) => sql.ref(`given.${name}`);
  const set = {
    ...Object.fromEntries(Object.keys(fieldTypes).map((name) => [name, given(name)])),
    ...stamp,
    version: sql`doctors.version + 1`,
    edit_keys: withEditKey(sql.ref("batch_id")),
  };
  await sql`
    update doctors set ${sql.join(Object.entries(set).map(([name, value]) => sql`${sql.ref(name)} = ${value}`))}
    from ${asRows(changed, { given_id: "uuid", batch_id: "uuid", ...fieldTypes }, "given")}
    where doctors.id = given_id`.execute(tx);
}

/** The fields of doctors with these ids. */
export async function readFields(
  tx: Database,
  ids: readonly string[],
): Promise<Map<string, Fields & { id: string }>> {
  const { rows } = await sql<Fields & { id: string }>`
    select id, ${namesOf(fieldTypes)} from doctors where id = any(${ids}::uuid[])`.execute(tx);
  return new Map(rows.map((doctor) => [doctor.id, doctor]));
}
