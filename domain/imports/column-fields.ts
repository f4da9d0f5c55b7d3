import { filledCell } from "./clean-text.ts";
import type { ColumnField, ColumnMapping, ImportField, ImportNoun } from "./import-fields.ts";
import { importLists } from "./import-lists.ts";
import type { ImportCells } from "./import-row.ts";

/** What is still wrong with a mapping, or undefined. No two columns may be the same field. */
export function mappingProblem(noun: ImportNoun, mapping: ColumnMapping): string | undefined {
  const chosen = mapping.filter((field) => field !== null);
  const columns = new Set<ColumnField>(chosen);
  if (columns.size < chosen.length) return "Two columns can't be the same field. Please change one of them.";
  const { columns: known, problem } = importLists[noun];
  if (chosen.some((column) => !known.some(([name]) => name === column)))
    return `A list of ${noun} has no such field.`;
  return problem(columns);
}

/**
 * The cells of one row; those without text are left out. The columns of one cell are joined, without those that only say that there
 * is nothing: "N/A" is no part of a name.
 */
export function cellsOf(noun: ImportNoun, mapping: ColumnMapping, row: readonly string[]): ImportCells {
  const texts = new Map<ColumnField, string>();
  for (const [at, field] of mapping.entries()) {
    const text = row[at]?.trim();
    if (field && text) texts.set(field, text);
  }
  const { fields, joined } = importLists[noun];
  const cells: Partial<Record<ImportField, string>> = {};
  for (const field of fields) {
    const { parts = [], separator = "", isRepeated } = joined.find((join) => join.field === field) ?? {};
    let cell = texts.get(field) ?? "";
    for (const part of parts) {
      const text = texts.get(part) ?? "";
      if (filledCell(text) === "" || isRepeated?.(cell, text)) continue;
      cell = filledCell(cell) === "" ? text : `${cell}${separator}${text}`;
    }
    if (cell) cells[field] = cell;
  }
  return cells;
}
