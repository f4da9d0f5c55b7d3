import type { Database } from "@rounds/database/connect.ts";
import type { VisitConfirmation, VisitDeletion, VisitToDelete } from "@rounds/domain/visits/visit-list.ts";
import type { Actor } from "../api/context.ts";
import { deleteOnce } from "../api/gone.ts";
import { requireOwnVisit } from "../api/own-rows.ts";
import { found } from "../api/record.ts";
import { returnStock } from "./return-stock.ts";
import { readStoredLines } from "./sale-lines.ts";

/** What deleting a visit deletes too, and the version; throws `not_found`. */
export async function readVisitDeletionEffect(db: Database, id: string): Promise<VisitToDelete> {
  const visit = await db
    .selectFrom("visits")
    .innerJoin("doctors", "doctors.id", "visits.doctor_id")
    .select(["doctors.name as doctor_name", "visits.visit_date", "visits.version"])
    .where("visits.id", "=", id)
    .executeTakeFirst();
  const lines = await readStoredLines(db, { visit_id: id });
  const units_returned = lines.reduce((sum, line) => sum + (line.moves_stock ? line.quantity : 0), 0);
  return { ...found(visit), sales: lines.length, units_returned };
}

/**
 * Deletes a visit with its sales, whose stock comes back, and returns what was deleted, at a repetition too; throws
 * `not_found`, `gone`, `not_permitted`, or `changed_meanwhile` if another version was confirmed.
 */
export async function deleteVisit(
  db: Database,
  id: string,
  confirmed: VisitConfirmation,
  actor: Actor,
): Promise<VisitDeletion> {
  return await deleteOnce(
    db,
    "visits",
    { id, confirmed, actor },
    {
      effect: readVisitDeletionEffect,
      async before(tx) {
        await requireOwnVisit(tx, id, actor, "delete_visits_of_others");
        await returnStock(tx, { visit_id: id }, actor);
      },
    },
  );
}
