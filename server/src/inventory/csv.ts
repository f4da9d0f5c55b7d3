/** What a cell holds: a text, or a number written out plainly. */
export type Cell = string | { number: string | number };

/** What spreadsheet programs tell UTF-8 by. */
export const byteOrderMark = "\ufeff";

/**
 * One record of a CSV file by RFC 4180, with its end of line. A text that a spreadsheet would take for a formula
 * gets an apostrophe in front of it; numbers stay numbers.
 */
export function csvRecord(cells: readonly Cell[]): string {
  return `${cells.map(csvCell).join(",")}\r\n`;
}

function csvCell(cell: Cell): string {
  if (typeof cell === "object") return String(cell.number);
  const text = harmless(cell);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * What begins a formula, also in the full-width forms that some keyboards type, after any white space and marks that
 * are not seen. A tab or a carriage return at the front is dangerous by itself.
 * @see https://owasp.org/www-community/attacks/CSV_Injection
 */
const formula = /^(?:[\t\r]|[\s\p{Cf}]*[=+\-@\uff1d\uff0b\uff0d\uff20])/u;

function harmless(text: string): string {
  return formula.test(text) ? `'${text}` : text;
}
