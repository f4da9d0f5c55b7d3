import type { Database } from "@rounds/database/connect.ts";
import { AppError } from "@rounds/domain/errors/app-error.ts";
import type { Visit } from "@rounds/domain/visits/visit.ts";

/** Two plans for one doctor wait for one another, so that the second sees the first. Other visits don't wait. */
export async function lockPlansOf(tx: Database, doctor_id: string): Promise<void> {
  await tx.selectFrom("doctors").select("id").where("id", "=", doctor_id).forNoKeyUpdate().execute();
}

/** Throws `already_planned` if the author of a planned visit has planned another one to the doctor on that day. */
export async function requireOnlyPlan(
  tx: Database,
  { id, doctor_id, visit_date, created_by }: Pick<Visit, "id" | "doctor_id" | "visit_date" | "created_by">,
): Promise<void> {
  const other = await tx
    .selectFrom("visits")
    .select("id")
    .where("doctor_id", "=", doctor_id)
    .where("visit_date", "=", visit_date)
    .where("status", "=", "scheduled")
    .where("created_by", "is not distinct from", created_by)
    .where("id", "<>", id)
    .limit(1)
    .executeTakeFirst();
  if (!other) return;
  throw new AppError("already_planned", {
    fields: { visit_date: "Already planned for this day" },
    details: { visit_id: other.id },
  });
}
