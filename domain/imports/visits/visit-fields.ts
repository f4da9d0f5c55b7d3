/**
 * The fields of a past visit that a column of a file can hold, as text. A row is one line of a visit: a product sold to a
 * doctor on a day, or a visit without sales. `contact_number`, `hospital` and `city` say which doctor is meant,
 * `representative` is a person's name or email address, and `reference` is a bill or a report of the other system.
 */
export const visitImportFields = [
  "visit_date",
  "doctor",
  "contact_number",
  "hospital",
  "city",
  "product",
  "quantity",
  "unit_price",
  "amount",
  "status",
  "notes",
  "representative",
  "reference",
] as const;
export type VisitImportField = (typeof visitImportFields)[number];
