import { folded } from "../text/search-words.ts";

/** What people write into a cell that has nothing to say, and programs into one whose value they could not find. */
const nothing =
  /^(?:[-–—.*/?]+|n\.?\s?\/?\s?a\.?|nil|null|none|not (?:available|known|specified)|un(?:known|specified)|\(not (?:available|specified)[^()]*\)|xx+|nan|#(?:n\/a|null!|ref!|value!|name\?|num!|div\/0!))$/i;

/** A cell without the spaces around and between its words, and without the apostrophe by which a spreadsheet keeps a text a text. */
function plainCell(text: string): string {
  return text
    .replaceAll("\r\n", "\n")
    .replace(/[^\S\n]+/gu, " ")
    .trim()
    .replace(/^'(?=\S)(?!.*')/su, "");
}

/** The same in one line, or empty if the cell only says that there is nothing. */
export function filledCell(text: string): string {
  const plain = plainCell(text.replace(/[\r\n]/g, " "));
  return nothing.test(plain) ? "" : plain;
}

/** A whole number as spreadsheets write it: "4", "4.0"; undefined for anything else. */
export function wholeCell(text: string): number | undefined {
  return /^\d{1,15}(?:\.0*)?$/.test(text) ? Number.parseInt(text, 10) : undefined;
}

/** Whether a spreadsheet has written a number with an exponent, which keeps three of its digits: "9.83E+09". */
export function hasLostDigits(text: string): boolean {
  return /\d(?:[.,]\d+)?\s?e\s?\+?\s?\d{1,2}\b/i.test(text) && !/[a-z]{2}/i.test(text);
}

/** A number as a spreadsheet writes it with decimals: "9830012345.0". */
export function withoutDecimals(text: string): string {
  return text.replace(/(?<!\d)(\d{6,})\.0+(?!\d)/g, "$1");
}

/** The key whose words a word is one of; undefined for any other. */
export function keyOf<Key extends string>(
  words: Readonly<Record<Key, RegExp>>,
  word: string,
): Key | undefined {
  return (Object.keys(words) as Key[]).find((key) => words[key].test(word));
}

/** The words of a cell, folded, without signs. */
export function wordOf(text: string): string {
  return folded(text)
    .replace(/[^\p{L}\p{N}+*]+/gu, " ")
    .trim();
}
