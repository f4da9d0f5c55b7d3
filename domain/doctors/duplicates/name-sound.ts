import { doctorNameKey } from "../same-name.ts";

/**
 * How names of India that sound alike are made one, rule after rule: Shantanu and Santanu, Vikas and Bikash, Dharmendra and
 * Dharmender. This is for comparing two; what finds them in the database are the consonants.
 */
const soundRules: readonly (readonly [pattern: string, by: string])[] = [
  ["hh+", "h"],
  ["q|ck|c(?!h)", "k"],
  ["chh?", "c"],
  ["ks(?:h)?", "x"],
  ["sh", "s"],
  ["ph", "f"],
  ["([tdkgbj])h", "$1"],
  ["ow(?=$|[^aeiouy])|au|ou|oo", "u"],
  ["ee|ie|ii", "i"],
  ["ai|ay|ei|ey", "e"],
  ["y(?=$|[^aeiou])", "i"],
  ["iy(?=[aeou])", "i"],
  ["[wb]", "v"],
  ["z", "j"],
  ["(?<=[aeiou])h(?=$|[^aeiou])", ""],
  ["(.)\\1+", "$1"],
  ["d(?:er|ra|ar)$", "dr"],
  ["(?<=[a-z]{2})a$|(?<=[a-z][^aeiou])e$", ""],
];
const folding = soundRules.map(([pattern, by]) => [new RegExp(pattern, "g"), by] as const);

/** What is written short: "Mohd. Rafi", "Ravi Kr. Gupta". */
const short: ReadonlyMap<string, string> = new Map([
  ["md", "mohamad"],
  ["mohd", "mohamad"],
  ["kr", "kumar"],
]);

/** A degree behind a name, and all that follows it: "Ravi Kumar MD (Ortho)". */
const degrees =
  /(?<=[^ ]{3}) (?:mbbs|md|ms|dnb|dm|mch|bds|mds|bams|bhms|bums|frcs|frcp|mrcp|dgo|dch|dlo|dmrd|phd)(?: .*)?$/u;

/** The most words of a name that are compared. */
const mostWords = 6;

/** The words of a doctor's name, without titles and degrees; initials are letters of their own. `whole`: all, written together. */
export type NameParts = { words: string[]; initials: string[]; whole: string };

/** The words and initials of a doctor's name in the form in which names are compared. */
export function nameParts(name: string): NameParts {
  const words = doctorNameKey(name).replace(degrees, "").split(" ").filter(Boolean).slice(0, mostWords);
  const parts: NameParts = { words: [], initials: [], whole: words.join("") };
  for (const word of words) {
    const written = words.length > 1 ? (short.get(word) ?? word) : word;
    // "RK Gupta", "K. Rao", "SKN Rao"; in other scripts a short word is a name.
    if (words.length > 1 && /^(?:[a-z]{1,2}|[b-df-hj-np-tv-xz]{3})$/.test(written))
      parts.initials.push(...written);
    else parts.words.push(written);
  }
  return parts;
}

/** How a word sounds. */
export function soundOf(word: string): string {
  return folding.reduce((sound, [pattern, by]) => sound.replace(pattern, by), word);
}

/** Letters that are one in the consonants of names, besides those that are left out. */
const oneConsonant: Readonly<Record<string, string>> = { w: "v", b: "v", z: "j", q: "k", c: "k" };

/**
 * The consonants of a word behind its first letter, as India's names are spelled: what spellings of one name mostly share.
 * The database function name_consonants has the same rules, without patterns, of which a connection remembers few.
 */
export function consonantsOf(word: string): string {
  const joined = word
    .replaceAll("ksh", "x")
    .replaceAll("ks", "x")
    .replaceAll("ph", "f")
    .replaceAll("ck", "k")
    .replaceAll("ch", "\u0001")
    .replaceAll("ow", "o");
  const letters = Array.from(joined, (letter, at) => {
    if (at === 0 && letter === "e") return "i";
    if (at === 0 && letter === "o") return "u";
    return at > 0 && "aeiouyh".includes(letter) ? "" : (oneConsonant[letter] ?? letter);
  });
  return letters
    .join("")
    .replaceAll("\u0001", "c")
    .replace(/(.)\1+/gu, "$1");
}
