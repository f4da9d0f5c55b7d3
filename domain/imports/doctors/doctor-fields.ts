/**
 * The fields of a doctor that a column of a file can hold, as text. `city` is joined to the address as its last part, and
 * `representative` is a person's name or email address.
 */
export const doctorImportFields = [
  "name",
  "specialization",
  "hospital",
  "doctor_class",
  "doctor_type",
  "contact_number",
  "email",
  "address",
  "city",
  "norm",
  "representative",
] as const;
export type DoctorImportField = (typeof doctorImportFields)[number];

/** The columns that are a part of a field. */
export const doctorParts = ["first_name", "middle_name", "last_name", "area"] as const;
