/** What can be brought in from a file. */
export const importNouns = ["doctors"] as const;

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
export type ImportField = (typeof doctorImportFields)[number];
