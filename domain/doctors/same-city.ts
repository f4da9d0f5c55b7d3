import { byCodePoint } from "../text/name-key.ts";
import { plainWords } from "../text/search-words.ts";

/** A digit, also of India's scripts. */
const digit =
  "[0-9\\u0966-\\u096f\\u09e6-\\u09ef\\u0a66-\\u0a6f\\u0ae6-\\u0aef\\u0b66-\\u0b6f\\u0be6-\\u0bef\\u0c66-\\u0c6f\\u0ce6-\\u0cef\\u0d66-\\u0d6f]";
/** A postal code at the end of plain words: six digits, often written as three and three. */
const postalCode = new RegExp(`(?: pin(?: ?code)?)? ?(?<!${digit})${digit}{3} ?${digit}{3}$`);
/** A postal code and punctuation at the end of a text as it was typed. */
const behindName = new RegExp(
  `(?:[\\s.,;:(\\[\u2013\u2014-]*(?:\\bpin(?:\\s*code)?[\\s.:\u2013\u2014-]*)?(?<!${digit})${digit}{3}[\\s\u2013\u2014-]?${digit}{3}[)\\]]?)?[\\s.,;:\u2013\u2014-]*$`,
  "i",
);

/** The most characters of a key, because an index entry of the database has a limit. */
const longestKey = 500;

/**
 * By what cities, and addresses, are compared, as the database function city_key computes it: "Pune", "PUNE", "Pune." and
 * "Pune - 411001" are one.
 */
export function cityKey(city: string): string {
  const words = plainWords(city);
  return Array.from(words.replace(postalCode, "") || words)
    .slice(0, longestKey)
    .join("");
}

/** The name of a city without the postal code and the punctuation behind it; as it was typed if nothing else is left. */
export function cityName(city: string): string {
  return city.replace(behindName, "") || city;
}

/** A text with its key, and how often it is written like this. */
type WrittenPlace = { key: string; text: string; count: number };

/** Each place once, as it is written most often, sorted. Places without a key are left out. */
export function mostWritten(places: Iterable<WrittenPlace>): string[] {
  const counts = new Map<string, Map<string, number>>();
  for (const { key, text, count } of places) {
    if (key === "") continue;
    const texts = counts.get(key) ?? new Map<string, number>();
    counts.set(key, texts.set(text, (texts.get(text) ?? 0) + count));
  }
  const labels = [...counts.values()].map((texts) => {
    const [first = ["", 0]] = [...texts].sort(
      ([one, often], [other, oftener]) => oftener - often || byCodePoint(one, other),
    );
    return first[0];
  });
  return labels.sort(byCodePoint);
}
