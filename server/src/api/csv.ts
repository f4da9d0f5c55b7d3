/** The content of a cell: a text, or a number in plain digits. */
export type Cell = string | { number: string | number };

/** The mark by which spreadsheet programs recognise UTF-8. */
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
