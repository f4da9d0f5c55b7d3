import type { Database } from "@rounds/database/connect.ts";
import { isOwnDoctor, isOwnVisit } from "@rounds/domain/account/own-rows.ts";
import type { Permission } from "@rounds/domain/account/permissions.ts";
import type { AppError } from "@rounds/domain/errors/app-error.ts";
import { type RawBuilder, sql } from "kysely";
import type { Actor } from "./context.ts";
import { isPermitted, notPermitted } from "./permission.ts";

/** Throws `not_permitted`, after `why`, for a locked doctor of somebody else, if the person may not delete or give away such. */
export function requireOwnDoctor(actor: Actor, doctor: { representative_id: string | null }, why = ""): void {
  if (!isPermitted(actor, "delete_doctors_of_others") && !isOwnDoctor(doctor, actor.id))
    throw notPermitted("delete_doctors_of_others", why);
}

/** Throws `not_permitted` for a locked visit of somebody else, without the permission for such. */
export async function requireOwnVisit(
  tx: Database,
  id: string,
  actor: Actor,
  permission: Permission & `${string}_visits_of_others`,
): Promise<void> {
  if (isPermitted(actor, permission)) return;
  const visit = await tx
    .selectFrom("visits")
    .innerJoin("doctors", "doctors.id", "visits.doctor_id")
    .select(["visits.created_by", "representative_id"])
    .where("visits.id", "=", id)
    .executeTakeFirst();
  if (visit && !isOwnVisit({ ...visit, doctor: visit }, actor.id)) throw notPermitted(permission);
}

/** Whether a row of `visits`, beside its doctor's of `doctors`, is of others. */
export function isOfOthersThan(actor: Actor): RawBuilder<boolean> {
  return sql`(visits.created_by is distinct from ${actor.id}::uuid
    and (visits.created_by is not null or coalesce(doctors.representative_id <> ${actor.id}::uuid, false)))`;
}

/** Whether a row of `doctors` has visits of others. */
export function hasVisitsOfOthersThan(actor: Actor): RawBuilder<boolean> {
  return sql<boolean>`exists (select from visits where doctor_id = doctors.id and ${isOfOthersThan(actor)})`;
}

/** Whether some of the visits with the ids of an array are of others. */
export function haveVisitsOfOthersThan(actor: Actor, ids: RawBuilder<string[]>): RawBuilder<boolean> {
  return sql<boolean>`exists (select from visits join doctors on doctors.id = doctor_id
    where visits.id = any(${ids}) and ${isOfOthersThan(actor)})`;
}

/** Whether a row of `doctors` is not of others, or the person may delete and give away such. */
export function mayPartWith(actor: Actor): RawBuilder<boolean> {
  return sql`(${isPermitted(actor, "delete_doctors_of_others")}::boolean
    or coalesce(representative_id = ${actor.id}::uuid, true))`;
}

/** Whether the person may delete the visits of a row of `doctors`, which go with it. */
export function mayDeleteVisits(actor: Actor): RawBuilder<boolean> {
  return sql`(${isPermitted(actor, "delete_visits_of_others")}::boolean or not ${hasVisitsOfOthersThan(actor)})`;
}

/** Whether the person may make a row of `doctors` somebody's, or everybody's for null. Whose it is already changes nothing. */
export function mayGive(actor: Actor, to: string | null): RawBuilder<boolean> {
  return sql`(${mayPartWith(actor)} or representative_id is not distinct from ${to}::uuid)`;
}

/** Of locked doctors those who have visits of others, which the person may not delete; with locked visits. */
export async function readDoctorsWithVisitsOfOthers(
  tx: Database,
  ids: readonly string[],
  actor: Actor,
): Promise<ReadonlySet<string>> {
  if (isPermitted(actor, "delete_visits_of_others") || ids.length === 0) return new Set();
  const { rows } = await sql<{ id: string }>`
    select id from doctors where id = any(${ids}::uuid[]) and ${hasVisitsOfOthersThan(actor)}`.execute(tx);
  return new Set(rows.map(({ id }) => id));
}

/** Why a doctor with visits of others can't be deleted. */
export function hasVisitsOfOthers(): AppError {
  return notPermitted("delete_visits_of_others", "Others have recorded visits to this doctor.");
}
