import { asciiDigits } from "../text/digits.ts";
import { unitWords } from "../text/unit-words.ts";

/*
 * How a line of the quick entry divides into words, before anybody asks which product they mean. Nothing here takes more
 * than time in proportion to the text.
 */

export type Span = { start: number; end: number };

/**
 * Where the lines stand: between commas; empty ones are left out. A comma in quotation marks belongs to a name, and one
 * between two digits to a number, such as 1,250.
 */
export function splitLines(text: string): Span[] {
  const spans: Span[] = [];
  const add = (from: number, to: number) => {
    const span = trimmed(text, from, to);
    if (span.start < span.end) spans.push(span);
  };
  let from = 0;
  /** Whether the line has begun, and with a quotation mark; `isOpen` within a pair of them. */
  let hasBegun = false;
  let isQuoted = false;
  let isOpen = false;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === "," && !isOpen && !(isDigit(text[at - 1]) && isDigit(text[at + 1]))) {
      add(from, at);
      from = at + 1;
      hasBegun = false;
    } else if (!hasBegun && !isSpace(character)) {
      hasBegun = true;
      isQuoted = character === '"';
      isOpen = isQuoted;
    } else if (character === '"' && isQuoted) {
      // Two of them, one after the other, are a quotation mark in the name.
      isOpen = !isOpen && text[at - 1] === '"';
    }
  }
  add(from, text.length);
  return spans;
}

function isSpace(character: string | undefined): boolean {
  return character !== undefined && /\s/.test(character);
}

function isDigit(character: string | undefined): boolean {
  return character !== undefined && /\d/.test(asciiDigits(character));
}

function trimmed(text: string, from: number, to: number): Span {
  let start = from;
  let end = to;
  while (start < end && isSpace(text[start])) start++;
  while (end > start && isSpace(text[end - 1])) end--;
  return { start, end };
}

/**
 * A line's parts. `quoted` is a name in quotation marks, and `text` what else stands before the price; `isOpen` if the
 * marks are not closed.
 */
export type LineParts = { quoted: string | null; text: string; priceText: string | null; isOpen: boolean };

export function splitLine(line: string): LineParts {
  const { name, rest } = line.startsWith('"') ? splitQuoted(line) : { name: null, rest: line };
  if (rest === null) return { quoted: name, text: "", priceText: null, isOpen: true };
  const at = priceAt(rest);
  return {
    quoted: name,
    text: rest.slice(0, at?.start).trim(),
    priceText: at ? rest.slice(at.end).trim() : null,
    isOpen: false,
  };
}

/** The name in quotation marks and what follows it; `rest` is null if they are not closed. */
function splitQuoted(line: string): { name: string; rest: string | null } {
  let at = 1;
  while (at < line.length) {
    if (line[at] !== '"') at++;
    else if (line[at + 1] === '"') at += 2;
    else break;
  }
  const name = line.slice(1, at).replaceAll('""', '"');
  return { name, rest: at < line.length ? line.slice(at + 1) : null };
}

/** Where the price begins: after "@", otherwise at ₹, Rs or INR before a number, or at a number that ends in "/-". */
function priceAt(text: string): Span | undefined {
  const sign = text.indexOf("@");
  if (sign !== -1) return { start: sign, end: sign + 1 };
  const numbers = asciiDigits(text);
  const marked = /\s(?=₹|(?:rs\.?|inr)\s?\d|\d[\d,.]*\/[-=]\.?$)/i.exec(numbers);
  return marked ? { start: marked.index, end: marked.index } : undefined;
}

const unitWord = new RegExp(`^${unitWords}\\.?$`, "i");
const times = /^[x×*]$/i;
const isUnit = (word: string) => unitWord.test(word) || times.test(word);
const number = String.raw`[-+\u2212]?\d+(?:\.\d+)?`;
const numeric = new RegExp(`^${number}$`);
/** "10strips", "4x" and "x4": a number that can only be a quantity. */
const numberWithUnit = new RegExp(`^(?:(${number})(?:${unitWords}|[x×*])|[x×*](${number}))$`, "i");

/** A product's letters and the quantity typed with them. `isSure`: a unit says that the number is no strength. */
type Reading = { letters: string; quantityText: string; isSure: boolean };

/** Whether digits stand on both sides of a comma in a text: a grouped number, or two products without a space. */
export const hasComma = (text: string): boolean => /\d,\d/.test(asciiDigits(text));

/**
 * The quantities that a text may hold: at its end (`amx 4`, `amx 4 strips`, `amx x4`, `amx 4.`) and at its start
 * (`4 amx`, `4 strips of amx`).
 */
export function quantitiesOf(text: string): { atEnd: Reading | null; atStart: Reading | null } {
  const words = wordsOf(text);
  return { atEnd: quantityAtEnd(words), atStart: quantityAtStart(words) };
}

/** The words of a text; a full stop after a number at the end is one that a phone has added. */
function wordsOf(text: string): string[] {
  return asciiDigits(text)
    .replace(/(\d)\.$/, "$1")
    .split(/\s+/)
    .filter(Boolean);
}

function quantityAtEnd(words: string[]): Reading | null {
  const last = words.at(-1) ?? "";
  const before = words.at(-2) ?? "";
  const reading = (rest: string[], quantityText: string, isSure: boolean): Reading | null => {
    const end = times.test(rest.at(-1) ?? "") ? -1 : undefined;
    const letters = rest.slice(0, end);
    if (letters.length === 0) return null;
    return { letters: letters.join(" ").trim(), quantityText, isSure: isSure || end === -1 };
  };
  if (numeric.test(last)) return reading(words.slice(0, -1), last, false);
  if (unitWord.test(last) && numeric.test(before)) return reading(words.slice(0, -2), before, true);
  const joined = numberWithUnit.exec(last);
  return joined ? reading(words.slice(0, -1), joined[1] ?? joined[2] ?? "", true) : null;
}

function quantityAtStart([first = "", ...rest]: string[]): Reading | null {
  const joined = numberWithUnit.exec(first);
  const quantityText = joined ? (joined[1] ?? joined[2] ?? "") : first;
  if (!numeric.test(quantityText)) return null;
  const isFiller = (word: string) => isUnit(word) || /^of$/i.test(word);
  // A product whose name is such a word needs something else to be typed after it.
  const words = rest.slice(rest.findIndex((word, at) => at === rest.length - 1 || !isFiller(word)));
  if (words.length === 0 || numeric.test(words[0] ?? "")) return null;
  return { letters: words.join(" "), quantityText, isSure: true };
}

/** Whether a text is a number, alone or with units and further numbers, and so nothing that names a product. */
export function isOnlyQuantity(text: string): boolean {
  const [first = "", ...others] = wordsOf(text);
  const isNumber = (word: string) => numeric.test(word) || numberWithUnit.test(word);
  return isNumber(first) && others.every((word) => isNumber(word) || isUnit(word));
}

const endNumber = new RegExp(`(\\d+)[^\\p{L}\\d]*(?:\\s${unitWords}\\.?)?$`, "iu");

/** The number at the end of a product's letters, or before a unit there: "10" for "dapa10" and "dapa 10 tabs". */
export const numberAtEnd = (letters: string): string | undefined => endNumber.exec(asciiDigits(letters))?.[1];
