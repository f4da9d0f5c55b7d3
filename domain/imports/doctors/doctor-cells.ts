import type { DoctorClass, DoctorType } from "../../doctors/choices.ts";
import { longestContact } from "../../doctors/limits.ts";
import { filledCell, keyOf, wordOf } from "../clean-text.ts";

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

/**
 * The numbers of a cell without those of a fax, and of a longer cell the first that fit: "Phone: 0712 254 5454 | Fax: 0712 254
 * 5455" is "Phone: 0712 254 5454". `leftOut` are the others, as they are written.
 */
export function contactCell(text: string): { kept: string; leftOut: string[] } {
  const parts = text.split(/\s*[;|,]\s*/).filter(Boolean);
  const isFax = (part: string) => /^fax\b/i.test(part);
  const leftOut = parts.filter(isFax);
  if (leftOut.length === 0 && text.length <= longestContact) return { kept: text, leftOut };
  let kept = "";
  for (const number of parts.filter((part) => !isFax(part))) {
    const joined = kept === "" ? number : `${kept}, ${number}`;
    if (kept === "" || joined.length <= longestContact) kept = joined;
    else leftOut.push(number);
  }
  return { kept, leftOut };
}
