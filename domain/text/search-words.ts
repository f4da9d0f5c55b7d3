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
/** Signs and what separates words, as one. */
const signsAndBlanks = new RegExp(`[\\t-\\r \\u1680${signs}]+`, "g");
/** Signs that nobody sees; they separate nothing. */
const invisible = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]|\ufe0e|\ufe0f/g;
/** The marks that belong to the letter before them, in the scripts of India: the same places in each block of 128. */
const indicMarks = [0x0900, 0x0980, 0x0a00, 0x0a80, 0x0b00, 0x0b80, 0x0c00, 0x0c80, 0x0d00]
  .flatMap((block) => ["00-03", "3a-4f", "55-57", "62-63"].map((places) => rangeIn(block, places)))
  .join("");
/** A letter that stands alone, as in "R K Gupta" or "पु ल देशपांडे"; a digit is none. */
const initial = `[^ \\t\\n0-9%_\\\\][${indicMarks}]*`;
/** The space between two initials. */
const betweenInitials = new RegExp(
  `(?<=(?:^|[ \\t\\n])${initial})[ \\t]+(?=${initial}(?:$|[ \\t\\n]))`,
  "gu",
);
/** A decimal point or the dashes of a telephone number don't separate words. */
const signsInNumber = new RegExp(`(?<=\\d)[${signs}]+(?=\\d)`, "g");
const letters = `[^\\s${signs}]+`;
/** A word as it is typed: signs only between digits, which belong to the number. */
const typedWords = new RegExp(`${letters}(?:(?<=\\d)[${signs}]+(?=\\d)${letters})*`, "g");

/** A range of a bracket expression, in a block of 128 characters: "00-03" from U+0980 on is U+0980 to U+0983. */
function rangeIn(block: number, places: string): string {
  const ends = places.split("-").map((place) => (block + Number.parseInt(place, 16)).toString(16));
  return ends.map((end) => `\\u${end.padStart(4, "0")}`).join("-");
}

/**
 * Accents, and the nuktas of all scripts of India that have one: the dot that makes फ़ of फ, which many people leave out.
 * NFKD has taken them off the letters that contain them. The database function search_key has the same list.
 */
const accents =
  /[\u0300-\u036f\u093c\u09bc\u0a3c\u0abc\u0b3c\u0c3c\u0cbc\u{110ba}\u{11173}\u{111ca}\u{11236}\u{112e9}\u{1133b}\u{1133c}\u{11446}\u{114c3}\u{115c0}\u{116b7}\u{1183a}\u{11943}]/gu;

/** Letters that have no accents, no other form, and one lower case in every language. */
const plain = /^[\0-\x7f]*$/;

/**
 * Without case and accents, letter by letter as in PostgreSQL: JavaScript treats a sigma at the end of a word
 * differently.
 */
export function folded(text: string): string {
  // Most texts, on phones hundreds of them for one list.
  if (plain.test(text)) return text.toLowerCase();
  const lower = Array.from(text.normalize("NFKD"), (letter) => letter.toLowerCase()).join("");
  return lower.replace(accents, "");
}

/** A word of a search: without the signs within a number, and with them, as typed: `25` and `2.5`. */
type SearchTerm = { word: string; typed: string };

/**
 * The words of a typed text, for texts that are stored with their signs, as notes are: each holds the word, or the number as it
 * is typed.
 */
export function searchTerms(text: string): SearchTerm[] {
  const typed = new Set(folded(text).match(typedWords));
  const first = [...typed]
    .slice(0, maxSearchWords)
    .map((typed) => ({ word: typed.replace(signsInNumber, ""), typed }));
  // Every text with "aarav" also contains "aa".
  return first.filter((term) => !first.some((other) => other !== term && implies(other, term)));
}

/** Whether every text that holds one term, as a word or as typed, holds the other one too. */
function implies(held: SearchTerm, { word, typed }: SearchTerm): boolean {
  return held.word.includes(word) && (held.typed.includes(word) || held.typed.includes(typed));
}

/** The words of a typed text, in the form in which texts are searched; none if it contains only punctuation. */
export function searchWords(typed: string): string[] {
  return [...new Set(searchTerms(typed).map(({ word }) => word))];
}

/**
 * Whether a text contains every word of a search, in any order. Initials are one word, however they are written: "rk" is
 * in "R K Gupta".
 */
export function holdsWords(text: string, words: readonly string[]): boolean {
  if (words.length === 0) return true;
  const searched = joinedInitials(folded(text).replace(allSigns, ""));
  return words.every((word) => searched.includes(word));
}

/** A text in which the space between two initials is left out: "r k gupta" becomes "rk gupta". */
export function joinedInitials(text: string): string {
  return text.replace(betweenInitials, "");
}

/** The words of a text with one space between them, however it is punctuated: by this, names of places are compared. */
export function plainWords(text: string): string {
  return folded(text).replace(invisible, "").replace(signsAndBlanks, " ").trim();
}
