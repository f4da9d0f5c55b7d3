import { type RawBuilder, type SqlBool, sql } from "kysely";
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

/** Whether a row of `visits` is the person's, or nobody's: its author's, or without one of whose the doctor was when that day began. */
export function isVisitOf(person: string | null, zone: Zone): RawBuilder<SqlBool> {
  const then = representativeThen(zone);
  if (person === null) return sql`(visits.created_by is null and ${then} is null)`;
  // The doctors whom the person ever had come first: they are found by an index.
  return sql`(visits.created_by = ${person}::uuid or (
    visits.created_by is null
    and visits.doctor_id in (
      select id from doctors where representative_id = ${person}::uuid
      union all
      select doctor_id from doctor_representatives where representative_id = ${person}::uuid)
    and ${then} = ${person}::uuid))`;
}
