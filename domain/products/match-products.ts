import { asciiDigits } from "../text/digits.ts";
import { folded } from "../text/search-words.ts";

/** Finds products by typed letters; see `productMatcher`. */
export type MatchProducts<Product> = (letters: string) => readonly Product[];

/** A name for matching: its runs of letters and of digits ("amoxicillin", "500", "mg"), without case and accents. */
type Name<Product> = {
  product: Product;
  text: string;
  /** The words with one space between them. */
  words: string;
  runs: readonly string[];
  /** The runs without anything between them, and where each begins. */
  joined: string;
  starts: readonly number[];
};

/** How many answers are remembered: a text is matched again at every key. */
const maxRemembered = 500;

/**
 * Finds products by letters of their names, as people shorten them: "para", "amx", "vit c", "amx500". The answer has
 * the products that match best, in the given order: whose name is the text; begins with it; has words that begin with
 * the typed ones; has words that contain the typed ones' letters in their order, from the first; or does so across
 * words. One look takes time in proportion to the names and the letters, whatever they contain.
 */
export function productMatcher<Product extends { name: string }>(
  products: readonly Product[],
): MatchProducts<Product> {
  const names = products.map(nameOf);
  const known = new Map<string, readonly Product[]>();
  return (letters) => {
    const before = known.get(letters);
    if (before) return before;
    const found = bestMatches(names, letters.trim());
    if (known.size >= maxRemembered) known.clear();
    known.set(letters, found);
    return found;
  };
}

function nameOf<Product extends { name: string }>(product: Product): Name<Product> {
  const runs = runsOf(product.name);
  const starts: number[] = [];
  let length = 0;
  for (const run of runs) {
    starts.push(length);
    length += run.length;
  }
  return {
    product,
    text: product.name.trim(),
    words: nameWords(product.name),
    runs,
    joined: runs.join(""),
    starts,
  };
}

function runsOf(text: string): string[] {
  return asciiDigits(folded(text)).match(/\p{N}+|[^\p{N}\p{P}\p{S}\s]+/gu) ?? [];
}

/** The words of a product's name with one space between them, without case, accents and punctuation. */
export function nameWords(text: string): string {
  return asciiDigits(folded(text))
    .split(/[\p{P}\p{S}\s]+/u)
    .filter(Boolean)
    .join(" ");
}

function bestMatches<Product>(names: readonly Name<Product>[], letters: string): readonly Product[] {
  const words = nameWords(letters);
  const runs = runsOf(letters);
  const joined = runs.join("");
  const rules: ((name: Name<Product>) => boolean)[] = [(name) => name.text === letters];
  if (joined !== "") {
    rules.push(
      (name) => name.words === words,
      (name) => name.words.startsWith(words),
      (name) => inOrder(name.runs, runs, (run, typed) => run.startsWith(typed)),
      (name) => inOrder(name.runs, runs, (run, typed) => run[0] === typed[0] && holdsInOrder(run, typed, 0)),
      (name) => {
        const start = name.starts.find((at) => name.joined[at] === joined[0]);
        return start !== undefined && holdsInOrder(name.joined, joined, start);
      },
    );
  }
  for (const rule of rules) {
    const found = names.filter(rule);
    if (found.length > 0) return found.map(({ product }) => product);
  }
  return [];
}

/** Whether every typed run belongs to a run of the name, in the same order; the first that it may belong to is best. */
function inOrder(
  runs: readonly string[],
  typed: readonly string[],
  belongs: (run: string, typed: string) => boolean,
): boolean {
  let next = 0;
  for (const run of runs) {
    const wanted = typed[next];
    if (wanted === undefined) return true;
    if (belongs(run, wanted)) next++;
  }
  return next === typed.length;
}

/** Whether a text has these letters in their order, from a place on. */
function holdsInOrder(text: string, letters: string, from: number): boolean {
  let next = 0;
  for (let at = from; at < text.length && next < letters.length; at++) {
    if (text[at] === letters[next]) next++;
  }
  return next === letters.length;
}
