import { withCity } from "../doctors/city.ts";
import type { Doctor } from "../doctors/doctor.ts";
import { longestAddress } from "../doctors/limits.ts";
import type { BulkChange } from "./bulk-edit.ts";

/** What a bulk edit writes into a doctor: one field and its value; "same" if it has it, "too_long" for an address. */
export function changedDoctor(
  change: Exclude<BulkChange, { kind: "delete" }>,
  doctor: Pick<Doctor, "doctor_class" | "doctor_type" | "address" | "norm" | "representative_id">,
): { value: string | number | null } | "same" | "too_long" {
  const value = change.kind === "city" ? withCity(doctor.address, change.value) : change.value;
  if (value === doctor[fieldOf(change)]) return "same";
  return typeof value === "string" && value.length > longestAddress ? "too_long" : { value };
}

/** The field of a doctor that a bulk edit writes. */
export function fieldOf({ kind }: Exclude<BulkChange, { kind: "delete" }>) {
  return kind === "city" ? "address" : kind;
}
