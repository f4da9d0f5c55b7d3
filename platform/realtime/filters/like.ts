/** A text as its characters; `_` matches one of these, as in PostgreSQL, not half of one. */
type Characters = readonly string[];

/** A run of the pattern between two `%`: which of its places each character fits, as bits. */
type Run = { length: number; anywhere: Uint32Array; at: ReadonlyMap<string, Uint32Array> };

/** A pattern that ends with an escape character. */
export class LikeError extends Error {}

/**
 * SQL's LIKE, or ILIKE: `%` is any run, `_` one character, `\` escapes the next one. The result tells whether a text
 * matches, in time proportional to the text's length times a 32nd of the pattern's, whatever their content. Throws
 * `LikeError`.
 */
export function likeMatcher(pattern: string, ignoreCase: boolean): (text: string) => boolean {
  const read = (text: string): Characters => (ignoreCase ? lowered(text) : [...text]);
  const runs = runsOf([...pattern], ignoreCase);
  const [first, ...others] = runs;
  const last = others.pop();
  if (!first) return (text) => text === "";
  return (text) => {
    const characters = read(text);
    if (!fits(first, characters, 0)) return false;
    if (!last) return characters.length === first.length;
    // Each run is matched where it first occurs: that leaves the most for those after it.
    let from = first.length;
    for (const run of others) {
      const end = endOf(run, characters, from);
      if (end === undefined) return false;
      from = end;
    }
    const lastAt = characters.length - last.length;
    return lastAt >= from && fits(last, characters, lastAt);
  };
}

/**
 * Character by character, as in PostgreSQL: lower case that depends on neighbours or takes more room is left
 * unchanged.
 */
function lowered(text: string): Characters {
  return Array.from(text, (character) => {
    const lower = character.toLowerCase();
    return [...lower].length === 1 ? lower : character;
  });
}

/** The runs between the `%` of a pattern, including empty ones: the first starts the text, the last ends it. */
function runsOf(pattern: Characters, ignoreCase: boolean): Run[] {
  const runs: (string | undefined)[][] = [[]];
  for (let at = 0; at < pattern.length; at++) {
    const sign = pattern[at];
    if (sign === "%") {
      runs.push([]);
      continue;
    }
    if (sign === "\\" && ++at === pattern.length) throw new LikeError();
    const character = pattern[at] ?? "";
    runs.at(-1)?.push(sign === "_" ? undefined : ignoreCase ? lowered(character)[0] : character);
  }
  return runs.map(runOf);
}

/** `signs` has undefined where any character fits. */
function runOf(signs: (string | undefined)[]): Run {
  const words = Math.ceil(signs.length / 32);
  const anywhere = new Uint32Array(words);
  const at = new Map<string, Uint32Array>();
  for (const sign of signs) if (sign !== undefined) at.set(sign, new Uint32Array(words));
  signs.forEach((sign, place) => {
    const own = sign === undefined ? undefined : at.get(sign);
    for (const bits of own ? [own] : [anywhere, ...at.values()]) {
      bits[place >>> 5] = (bits[place >>> 5] ?? 0) | (1 << (place & 31));
    }
  });
  return { length: signs.length, anywhere, at };
}

function isSet(bits: Uint32Array, place: number): boolean {
  return (((bits[place >>> 5] ?? 0) >>> (place & 31)) & 1) === 1;
}

function fits({ length, anywhere, at }: Run, text: Characters, from: number): boolean {
  if (from + length > text.length) return false;
  for (let place = 0; place < length; place++) {
    const bits = at.get(text[from + place] ?? "") ?? anywhere;
    if (!isSet(bits, place)) return false;
  }
  return true;
}

/**
 * Where a run first ends in a text, from a place on; undefined if it does not occur. Each possible position within the
 * run is one bit, so that one step advances 32 of them (the shift-and search of Baeza-Yates and Gonnet, 1992).
 */
function endOf({ length, anywhere, at }: Run, text: Characters, from: number): number | undefined {
  if (length === 0) return from;
  const reached = new Uint32Array(anywhere.length);
  for (let place = from; place < text.length; place++) {
    const bits = at.get(text[place] ?? "") ?? anywhere;
    let carried = 1;
    for (let word = 0; word < reached.length; word++) {
      const before = reached[word] ?? 0;
      reached[word] = ((before << 1) | carried) & (bits[word] ?? 0);
      carried = before >>> 31;
    }
    if (isSet(reached, length - 1)) return place + 1;
  }
  return undefined;
}
