/** The content of a cell: a text, a number in plain digits, or what is written as it is because it can do no harm. */
export type Cell = string | { number: string | number } | { harmless: string };

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
  if (typeof cell === "object" && "number" in cell) return String(cell.number);
  const text = typeof cell === "object" ? cell.harmless : harmless(cell);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * What begins a formula, also in the full-width forms that some keyboards type, after any white space and marks that
 * are not seen. A tab or a carriage return at the front is dangerous by itself.
 * @see https://owasp.org/www-community/attacks/CSV_Injection
 */
export const formula = /^(?:[\t\r]|[\s\p{Cf}]*[=+\-@\uff1d\uff0b\uff0d\uff20])/u;

function harmless(text: string): string {
  return formula.test(text) ? `'${text}` : text;
}

/**
 * A phone number that spreadsheets leave as it is. They would read "09830012345" as a number without its first digit,
 * and "+91-98300" as a sum; a tab in front makes it a text, is not seen, and is dropped where cells are trimmed. Digits
 * and marks alone are no formula. Anything else is a text like others.
 */
export function phoneCell(phone: string): Cell {
  return /^\+?[\d\s()./-]+$/.test(phone) ? { harmless: `\t${phone}` } : phone;
}
