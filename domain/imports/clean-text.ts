import type { DoctorClass, DoctorType } from "../doctors/choices.ts";
import { folded } from "../text/search-words.ts";

/** What people write into a cell that has nothing to say. */
const nothing = /^(?:[-–—.*/?]+|n\.?\s?\/?\s?a\.?|nil|null|none|not available|not known|unknown|xx+)$/i;

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
  const plain = plainCell(text.replace(/\s*[\r\n]+\s*/g, " "));
  return nothing.test(plain) ? "" : plain;
}

/** An address in one line: each line of the cell is a part of it. */
export function addressCell(text: string): string {
  const parts = text.split(/[\r\n]+/).map((line) => line.trim().replace(/,+$/, ""));
  return filledCell(parts.filter(Boolean).join(", "));
}

/** What stands before a name and is written in one way. */
const titles: Readonly<Record<string, string>> = {
  dr: "Dr.",
  doctor: "Dr.",
  prof: "Prof.",
  professor: "Prof.",
  mr: "Mr.",
  mrs: "Mrs.",
  ms: "Ms.",
  smt: "Smt.",
};
/** Degrees and the like, which stay in capitals. */
const capitals = new Set([
  "mbbs",
  "md",
  "dnb",
  "dm",
  "mch",
  "bds",
  "mds",
  "bams",
  "bhms",
  "frcs",
  "mrcp",
  "ii",
  "iii",
]);

/**
 * A doctor's name as it is written, with its title in the directory's way: "DR.R K GUPTA" is "Dr. R K Gupta". Words get
 * another case only in a name that is all in capitals or has none. No title is added.
 */
export function nameCell(text: string): string {
  const spaced = filledCell(text).replace(/^((?:dr|prof|mr|mrs|ms|smt)\.)(?=\p{L})/iu, "$1 ");
  const [, first = "", rest = ""] = /^(\p{L}+)\.?\s+(.*)$/su.exec(spaced) ?? [];
  const title = Object.hasOwn(titles, first.toLowerCase()) ? titles[first.toLowerCase()] : undefined;
  if (title !== undefined && rest !== "") return `${title} ${nameCell(rest)}`;
  return hasOneCase(spaced) ? inBothCases(spaced) : spaced;
}

function hasOneCase(name: string): boolean {
  const isLong = /[a-z]{3}/i.test(name);
  return isLong && (name === name.toUpperCase() || name === name.toLowerCase());
}

function inBothCases(name: string): string {
  const words = name.split(" ");
  const isLast = (at: number) => at === words.length - 1;
  return words
    .map((word, at) => {
      const letters = word.replace(/[^\p{L}]/gu, "");
      if (capitals.has(letters.toLowerCase()) && at > 0) return word.toUpperCase();
      // Initials: "SK Roy", "R.K. Gupta".
      if (/^(?:\p{L}\.)+\p{L}?$/u.test(word) || (letters.length <= 2 && !isLast(at)))
        return word.toUpperCase();
      return word
        .toLowerCase()
        .replace(/(^|[^\p{L}\p{M}'’])(\p{L})/gu, (_, before, letter) => before + letter.toUpperCase());
    })
    .join(" ");
}

const classWords: Readonly<Record<DoctorClass, RegExp>> = {
  A: /^(?:a|a\++|a\*|aa|1|i|1st|first|core|super core|kol|vip|gold|high)$/,
  B: /^(?:b|b\++|b\*|2|ii|2nd|second|important|silver|medium)$/,
  C: /^(?:c|c\++|c\*|3|iii|3rd|third|non ?core|regular|others?|bronze|low)$/,
};

/** The class that a cell means, in the ways in which companies write it; undefined for any other word. */
export function classCell(text: string): DoctorClass | undefined {
  const word = wordOf(text)
    .replace(/^(?:class|category|cat|grade|type|tier)\b ?/, "")
    .replace(/ ?(?:class|category|grade)$/, "");
  return keyOf(classWords, word);
}

const typeWords: Readonly<Record<DoctorType, RegExp>> = {
  dispenser: /^(?:d|disp|dispenser|dispensers|dispensing|dispense|dispensing (?:doctor|dr)|self dispensing)$/,
  prescriber:
    /^(?:p|pres|presc|rx|rxer|prescriber|prescribers|prescribing|prescription|prescribing (?:doctor|dr))$/,
};

/** The type that a cell means; undefined for any other word. */
export function typeCell(text: string): DoctorType | undefined {
  return keyOf(typeWords, wordOf(text));
}

function keyOf<Key extends string>(words: Readonly<Record<Key, RegExp>>, word: string): Key | undefined {
  return (Object.keys(words) as Key[]).find((key) => words[key].test(word));
}

function wordOf(text: string): string {
  return folded(text)
    .replace(/[^\p{L}\p{N}+*]+/gu, " ")
    .trim();
}

/** A whole number as spreadsheets write it: "4", "4.0"; undefined for anything else. */
export function wholeCell(text: string): number | undefined {
  return /^\d{1,6}(?:\.0*)?$/.test(text) ? Number.parseInt(text, 10) : undefined;
}

/** Whether a spreadsheet has written a number with an exponent, which keeps three of its digits: "9.83E+09". */
export function hasLostDigits(text: string): boolean {
  return /\d(?:[.,]\d+)?\s?e\s?\+?\s?\d{1,2}\b/i.test(text) && !/[a-z]{2}/i.test(text);
}

/** A number as a spreadsheet writes it with decimals: "9830012345.0". */
export function withoutDecimals(text: string): string {
  return text.replace(/(\d{6,})\.0+(?!\d)/g, "$1");
}
