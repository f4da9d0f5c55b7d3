/** The most words of one search. Further ones are ignored, so that its cost is limited. */
export const maxSearchWords = 10;

/**
 * The characters that a search ignores, as the content of a bracket expression: punctuation, currency signs, and
 * invisible characters. `%`, `_` and `\` are not among them, because people type them on purpose ("100%"). The
 * database function search_words has the same list.
 */
const signs =
  "!-$&-/:-@\\[\\]^`{-~\\u00a1-\\u00a9\\u00ab-\\u00b1\\u00b6\\u00b7\\u00bb\\u00bf\\u00d7\\u060c\\u061b\\u061f" +
  "\\u0964\\u0965\\u200b-\\u205e\\u2060-\\u206f\\u20a0-\\u20cf\\u3001-\\u3003\\u3008-\\u3011\\ufe0e\\ufe0f\\ufeff";
const allSigns = new RegExp(`[${signs}]+`, "g");
/** A decimal point or the dashes of a telephone number don't separate words. */
const signsInNumber = new RegExp(`(?<=\\d)[${signs}]+(?=\\d)`, "g");
const betweenWords = new RegExp(`[\\s${signs}]+`);

/**
 * Without case and accents, letter by letter as in PostgreSQL: JavaScript treats a sigma at the end of a word
 * differently.
 */
export function folded(text: string): string {
  const lower = Array.from(text.normalize("NFKD"), (letter) => letter.toLowerCase()).join("");
  return lower.replace(/[\u0300-\u036f]/g, "");
}

/** The words of a typed text, in the form in which texts are searched; none if it contains only punctuation. */
export function searchWords(typed: string): string[] {
  const words = folded(typed).replace(signsInNumber, "").split(betweenWords).filter(Boolean);
  const first = [...new Set(words)].slice(0, maxSearchWords);
  // Every text with "aarav" also contains "aa".
  return first.filter((word) => !first.some((other) => other !== word && other.includes(word)));
}

/** Whether a text contains every word of a search, in any order. */
export function holdsWords(text: string, words: readonly string[]): boolean {
  const searched = folded(text).replace(allSigns, "");
  return words.every((word) => searched.includes(word));
}
