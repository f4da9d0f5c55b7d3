import { formula } from "../api/csv.ts";

/** The text of a column, or null where it has no value. */
export type ArchiveCell = string | null;

/**
 * One record of an archive's CSV (RFC 4180). No value is an empty cell, an empty text is `""`. A text that a spreadsheet
 * would take for a formula gets an apostrophe in front, one more than it has; `originalText` takes it away again.
 */
export function archiveRecord(cells: readonly ArchiveCell[]): string {
  return `${cells.map(written).join(",")}\r\n`;
}

function written(cell: ArchiveCell): string {
  if (cell === null) return "";
  return cell === "" || /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

/** A text as it is written to the file: never a formula. */
export function harmlessText(text: string): string {
  return isFormula(text) ? `'${text}` : text;
}

/** The text that `harmlessText` made from it. */
export function originalText(cell: string): string {
  return cell.startsWith("'") && isFormula(cell) ? cell.slice(1) : cell;
}

/** Whether it is a formula after the apostrophes in front of it. */
function isFormula(text: string): boolean {
  let start = 0;
  while (text[start] === "'") start++;
  return formula.test(text.slice(start));
}
