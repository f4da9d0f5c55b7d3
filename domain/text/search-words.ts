/** A search looks for at most so many words; further ones are passed over, so that its cost has a limit. */
export const maxSearchWords = 10;

/**
 * Signs that a search passes over, as the content of a bracket expression: punctuation, currency signs, and characters
 * that are not seen. `%`, `_` and `\` are not among them: people type them on purpose ("100%"). The function
 * search_words of the database has the same ones.
 */
const signs =
  "!-$&-/:-@\\[\\]^`{-~\\u00a1-\\u00a9\\u00ab-\\u00b1\\u00b6\\u00b7\\u00bb\\u00bf\\u00d7\\u060c\\u061b\\u061f" +
  "\\u0964\\u0965\\u200b-\\u205e\\u2060-\\u206f\\u20a0-\\u20cf\\u3001-\\u3003\\u3008-\\u3011\\ufe0e\\ufe0f\\ufeff";
const allSigns = new RegExp(`[${signs}]+`, "g");
/** A decimal point or the dashes of a telephone number don't part what they stand in. */
const signsInNumber = new RegExp(`(?<=\\d)[${signs}]+(?=\\d)`, "g");
const betweenWords = new RegExp(`[\\s${signs}]+`);

/** Without case and accents. Letter by letter, as PostgreSQL does it: JavaScript minds a sigma at a word's end. */
function folded(text: string): string {
  const lower = Array.from(text.normalize("NFKD"), (letter) => letter.toLowerCase()).join("");
  return lower.replace(/[\u0300-\u036f]/g, "");
}

/** The words that a typed text asks for, in the form in which texts are searched; none when it holds signs only. */
export function searchWords(typed: string): string[] {
  const words = folded(typed).replace(signsInNumber, "").split(betweenWords).filter(Boolean);
  const first = [...new Set(words)].slice(0, maxSearchWords);
  // "aa" is found wherever "aarav" is.
  return first.filter((word) => !first.some((other) => other !== word && other.includes(word)));
}

/** Whether a text holds every word that is searched for, in any order. */
export function holdsWords(text: string, words: readonly string[]): boolean {
  const searched = folded(text).replace(allSigns, "");
  return words.every((word) => searched.includes(word));
}
