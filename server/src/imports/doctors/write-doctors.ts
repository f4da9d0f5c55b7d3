import type { KnownDoctor } from "@rounds/domain/imports/doctors/compare-doctors.ts";
import { recordWriter } from "../write-records.ts";

/** The fields of a doctor that an import writes. */
export type DoctorFields = Omit<KnownDoctor, "id" | "version" | "representative">;

/** Creates and updates doctors. */
export const doctorRecords = recordWriter<DoctorFields>("doctors", {
  name: "text",
  specialization: "text",
  hospital: "text",
  doctor_class: "text",
  doctor_type: "text",
  contact_number: "text",
  email: "text",
  address: "text",
  norm: "integer",
  representative_id: "uuid",
});

/** A doctor of whom nothing is known. */
export const nobody: DoctorFields = {
  name: "",
  specialization: null,
  hospital: null,
  doctor_class: null,
  doctor_type: null,
  contact_number: null,
  email: null,
  address: null,
  norm: null,
  representative_id: null,
};
