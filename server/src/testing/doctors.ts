import type { DoctorCreation } from "@rounds/domain/doctors/doctor-list.ts";
import { aDoctor } from "@rounds/testkit/builders.ts";
import type { TestApp } from "./app.ts";

/** A doctor who has long been there, always of that person or (null) of everybody. */
export async function aLongKnownDoctor(
  app: TestApp,
  name: string,
  representative_id: string | null,
  doctor_class: "A" | "B" | "C" = "A",
  changes: Partial<DoctorCreation> = {},
) {
  const doctor = await aDoctor(app, { name, doctor_class, representative_id, ...changes });
  await app.database.pool.query("update doctors set created_at = '2025-01-01' where id = $1", [doctor.id]);
  return doctor;
}
