import type { Database } from "@rounds/database/connect.ts";
import { AppError } from "@rounds/domain/errors/app-error.ts";
import { sql } from "kysely";

/**
 * The doctor whom an id means now, whose row is kept from being deleted until the transaction ends: the id itself, or that of
 * the doctor whom it was merged into; the id itself too if neither is there.
 */
export async function keepDoctorOf(tx: Database, id: string): Promise<string> {
  const keep = (of: string) =>
    tx.selectFrom("doctors").select("id").where("id", "=", of).forKeyShare().executeTakeFirst();
  if (await keep(id)) return id;
  const kept = await doctorOf(tx, id);
  return kept !== id && (await keep(kept)) ? kept : id;
}

/** Reads what is a doctor's; by the id of one who was merged into another, what is that one's. */
export async function followingMerge<Result>(
  db: Database,
  id: string,
  read: (id: string) => Promise<Result>,
): Promise<Result> {
  try {
    return await read(id);
  } catch (error) {
    const kept = error instanceof AppError && error.code === "not_found" ? await doctorOf(db, id) : id;
    if (kept === id) throw error;
    return await read(kept);
  }
}

/** The id of the doctor whom an id means now; the id itself if it was never merged. */
export async function doctorOf(db: Database, id: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`select directory.doctor_of(${id}::uuid) as id`.execute(db);
  return rows[0]?.id ?? id;
}
