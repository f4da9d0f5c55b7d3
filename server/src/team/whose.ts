import type { Database } from "@rounds/database/connect.ts";
import type { Tables } from "@rounds/database/tables.ts";
import { type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from "kysely";
import type { View } from "../api/context.ts";
import { representativeThen, type Zone } from "./representative-then.ts";

/** Who asks, and which day and zone the business has. */
export type Asker = Pick<View, "actor" | "today" | "time_zone">;

/** The person whom a `whoseFilter` means: undefined for everybody, null for nobody. */
export function personOf(representative: string, { actor }: Pick<Asker, "actor">): string | null | undefined {
  if (representative === "") return undefined;
  if (representative === "nobody") return null;
  return representative === "me" ? actor.id : representative;
}

/** Whether a row of `doctors` is the person's, or nobody's. */
export function isDoctorOf(person: string | null): RawBuilder<SqlBool> {
  return person === null
    ? sql`doctors.representative_id is null`
    : sql`doctors.representative_id = ${person}::uuid`;
}

/** The visits without an author to doctors who were the person's when that day began. */
export function unsignedVisitsOf(
  db: Database,
  person: string,
  zone: Zone,
): SelectQueryBuilder<Tables, "visits", unknown> {
  // An array, so that only visits to doctors whom the person ever had are read, however many have no author. Whose a doctor
  // was is asked of those who were ever given to another: the others were always whose they are.
  return db
    .selectFrom("visits")
    .where("visits.created_by", "is", null)
    .where(
      sql<boolean>`visits.doctor_id = any(array(
        select id from doctors where representative_id = ${person}::uuid
        union all
        select doctor_id from doctor_representatives where representative_id = ${person}::uuid))
      and (visits.doctor_id in (
          select id from doctors where representative_id = ${person}::uuid
            and not exists (select from doctor_representatives where doctor_id = doctors.id))
        or ${representativeThen(zone)} = ${person}::uuid)`,
    );
}

/**
 * The visits of a person, or of nobody: those with the person as author, and those without one to doctors who were the
 * person's when that day began. A person's are two lists, each read from its index, of which the first is in the order
 * of the list: of an OR, PostgreSQL would read every row that the person ever recorded.
 */
export function visitsOf(
  db: Database,
  person: string | null,
  zone: Zone,
): SelectQueryBuilder<Tables, "visits", unknown> {
  if (person === null)
    return db
      .selectFrom("visits")
      .where(sql<boolean>`visits.created_by is null and ${representativeThen(zone)} is null`);
  const both = sql<Tables["visits"]>`(
    (select * from visits where created_by = ${person}::uuid order by visit_date desc, id desc)
    union all
    ${unsignedVisitsOf(db, person, zone).selectAll("visits")})`;
  return db.selectFrom(both.as("visits")) as unknown as SelectQueryBuilder<Tables, "visits", unknown>;
}
