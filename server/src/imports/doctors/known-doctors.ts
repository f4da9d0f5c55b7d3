import type { Database } from "@rounds/database/connect.ts";
import { asRows } from "@rounds/database/select.ts";
import { cityOf } from "@rounds/domain/doctors/city.ts";
import { contactKeys } from "@rounds/domain/doctors/duplicates/likeness-keys.ts";
import { cityKey } from "@rounds/domain/doctors/same-city.ts";
import { doctorNameKey } from "@rounds/domain/doctors/same-name.ts";
import type { CleanedDoctor } from "@rounds/domain/imports/doctors/clean-doctor.ts";
import {
  type Identity,
  identityOf,
  type KnownDoctor,
} from "@rounds/domain/imports/doctors/compare-doctors.ts";
import { nameKey } from "@rounds/domain/text/name-key.ts";
import { sql } from "kysely";
import { representativeInLists } from "../../team/queries.ts";
import type { StoredRow } from "../noun-import.ts";

/** A stored row with what its cells say. */
type CleanedRow = { stored: Pick<StoredRow, "line" | "chosen_id">; cleaned: CleanedDoctor };

/** How many doctors of one name, number or address a row is compared with: those who are most like it. */
const mostCompared = 20;

/**
 * The doctors with whom each row must be compared, by its line: those of the same name, phone number or email address, and
 * the one whom a person chose. All rows are looked up by one statement, each by the indexes. Left out are doctors whom this
 * import has written already.
 */
export async function readKnown(
  db: Database,
  id: string,
  rows: readonly CleanedRow[],
): Promise<Map<number, KnownDoctor[]>> {
  const asked = rows.map(({ stored, cleaned }) => ({ ...stored, identity: identityOf(cleaned) }));
  const names = asked.map(({ line, identity }) => ({ line, ...soughtName(identity) }));
  const contacts = asked.flatMap(({ line, identity }) => contactKeys(identity).map((key) => ({ line, key })));
  const chosen = asked.flatMap(({ line, chosen_id }) => (chosen_id ? [{ line, doctor_id: chosen_id }] : []));
  const most = sql.lit(mostCompared);
  const { rows: found } = await sql<{ line: number; id: string }>`
    select distinct line, id from (
      select line, doctors.id from ${asRows(names, nameTypes, "names")} cross join lateral (
        select id from doctors where doctor_name_key(name) = names.own_key and names.own_key <> ''
        order by (hospital is not distinct from names.hospital) desc, (coalesce(doctors.city_key, '') = names.place) desc,
          (contact_number is not distinct from names.contact) desc, id limit ${most}
      ) as doctors
      union all
      select line, doctors.id from ${asRows(names, nameTypes, "names")} cross join lateral (
        select id from doctors where name_key = names.sort_key and names.own_key = '' order by id limit ${most}
      ) as doctors
      union all
      select line, doctors.id from ${asRows(contacts, { line: "integer", key: "text" }, "contacts")} cross join lateral (
        select doctor_id as id from directory.doctor_keys where keys @> array[contacts.key] order by doctor_id limit ${most}
      ) as doctors
      union all
      select line, doctor_id from ${asRows(chosen, { line: "integer", doctor_id: "uuid" }, "chosen")}
    ) as found
    where not exists (
      select from imports.rows where import_id = ${id} and record_id = found.id and outcome = 'applied')`.execute(
    db,
  );
  const doctors = await readDoctors(db, [...new Set(found.map(({ id: doctor }) => doctor))]);
  const known = new Map<number, KnownDoctor[]>();
  for (const { line, id: doctor_id } of found) {
    const doctor = doctors.get(doctor_id);
    if (doctor) known.set(line, [...(known.get(line) ?? []), doctor]);
  }
  return known;
}

const nameTypes = {
  line: "integer",
  own_key: "text",
  sort_key: "text",
  place: "text",
  hospital: "text",
  contact: "text",
} as const;

function soughtName({ name, address, hospital, contact_number }: Identity) {
  return {
    own_key: doctorNameKey(name),
    sort_key: nameKey(name),
    place: cityKey(cityOf(address)),
    hospital,
    contact: contact_number,
  };
}

async function readDoctors(db: Database, ids: readonly string[]): Promise<Map<string, KnownDoctor>> {
  const { rows } = await sql<KnownDoctor>`
    select id, version, name, specialization, hospital, doctor_class, doctor_type, contact_number, email, address, norm,
      representative_id, ${representativeInLists} as representative
    from doctors where id = any(${ids}::uuid[])`.execute(db);
  return new Map(rows.map((doctor) => [doctor.id, doctor]));
}
