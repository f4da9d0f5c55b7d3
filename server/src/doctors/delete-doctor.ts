import type { Database } from "@rounds/database/connect.ts";
import type {
  DeletionEffect,
  DoctorConfirmation,
  DoctorToDelete,
} from "@rounds/domain/doctors/doctor-list.ts";
import { sql } from "kysely";
import type { Actor } from "../api/context.ts";
import { deleteOnce } from "../api/gone.ts";
import { hasVisitsOfOthers, readDoctorsWithVisitsOfOthers, requireOwnDoctor } from "../api/own-rows.ts";
import { found } from "../api/record.ts";
import { returnStock } from "../visits/return-stock.ts";
import { readDoctor } from "./queries.ts";

/** What deleting a doctor deletes too, and the version; throws `not_found`. */
async function readDeletionEffect(db: Database, id: string): Promise<DoctorToDelete> {
  const effect = await db
    .selectFrom("doctors")
    .leftJoin("visits", "visits.doctor_id", "doctors.id")
    .leftJoin("sales", "sales.visit_id", "visits.id")
    .select([
      "doctors.version",
      sql<number>`count(distinct visits.id)`.as("visits"),
      sql<number>`count(sales.id)`.as("sales"),
      sql<number>`coalesce(sum(sales.quantity) filter (where visits.moves_stock), 0)`.as("units_returned"),
    ])
    .where("doctors.id", "=", id)
    .groupBy("doctors.id")
    .executeTakeFirst();
  return found(effect);
}

/** The same for a person, with why the person may not delete the doctor because of visits of others; throws `not_found`. */
export async function readDoctorToDelete(db: Database, id: string, actor: Actor): Promise<DoctorToDelete> {
  const effect = await readDeletionEffect(db, id);
  const withVisits = await readDoctorsWithVisitsOfOthers(db, [id], actor);
  return withVisits.has(id) ? { ...effect, refusal: hasVisitsOfOthers().message } : effect;
}

/**
 * Deletes a doctor with all visits and their sales, whose stock comes back, and returns what was deleted, at a repetition
 * too; throws `not_found`, `gone`, or `not_permitted`, or `changed_meanwhile` if something else was confirmed. Locks doctor, visits and products in that order, as every command does.
 */
export async function deleteDoctor(
  db: Database,
  id: string,
  confirmed: DoctorConfirmation,
  actor: Actor,
): Promise<DeletionEffect> {
  return await deleteOnce(
    db,
    "doctors",
    { id, confirmed, actor },
    {
      async effect(tx) {
        const visits = tx.selectFrom("visits").select("id").where("doctor_id", "=", id);
        await visits.orderBy("id").forUpdate().execute();
        return await readDeletionEffect(tx, id);
      },
      async before(tx) {
        requireOwnDoctor(actor, await readDoctor(tx, id));
        if ((await readDoctorsWithVisitsOfOthers(tx, [id], actor)).size > 0) throw hasVisitsOfOthers();
        await returnStock(tx, { doctor_id: id }, actor);
      },
    },
  );
}
