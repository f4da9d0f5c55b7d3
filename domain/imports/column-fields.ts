import { doctorImportFields, type ImportField } from "./import-fields.ts";

/** What a column of a sheet can be: a cell, or a part of one that is joined before the row is sent. */
export const columnFields = [...doctorImportFields, "first_name", "last_name", "area"] as const;
export type ColumnField = (typeof columnFields)[number];

/** What each column is; null: it is not imported. */
export type ColumnMapping = readonly (ColumnField | null)[];

/** What is still wrong with a mapping, or undefined. No two columns may be the same field, and a doctor needs a name. */
export function mappingProblem(mapping: ColumnMapping): string | undefined {
  const chosen = mapping.filter((field) => field !== null);
  const fields = new Set<ColumnField>(chosen);
  if (fields.size < chosen.length) return "Two columns can't be the same field. Please change one of them.";
  const inParts = fields.has("first_name") || fields.has("last_name");
  if (!fields.has("name") && !inParts) return "Please choose which column is the doctor's name.";
  if (fields.has("name") && inParts) return "Please choose either the doctor's name, or first and last name.";
}

/** Whether a row is no doctor but the end of a list, such as "Total doctors: 45" or "Prepared by". */
export function isListEnd(cells: Partial<Record<ImportField, string>>): boolean {
  const { name = "", ...others } = cells;
  const isAlone = Object.keys(others).length === 0;
  return (
    isAlone &&
    /^(?:(?:grand |sub ?)?total\b|(?:prepared|checked|approved|verified) by\b|notes?\s*:)/i.test(name)
  );
}

/** The cells of one row, with the columns of one cell joined; cells without text are left out. */
export function cellsOf(
  mapping: ColumnMapping,
  row: readonly string[],
): Partial<Record<ImportField, string>> {
  const texts = new Map<ColumnField, string>();
  for (const [at, field] of mapping.entries()) {
    const text = row[at]?.trim();
    if (field && text) texts.set(field, text);
  }
  const join = (separator: string, ...fields: ColumnField[]) =>
    fields.flatMap((field) => texts.get(field) ?? []).join(separator);
  const cells: Partial<Record<ImportField, string>> = {};
  for (const field of doctorImportFields) {
    const text =
      field === "name"
        ? join(" ", "name", "first_name", "last_name")
        : field === "address"
          ? join(", ", "address", "area")
          : join("", field);
    if (text) cells[field] = text;
  }
  return cells;
}
