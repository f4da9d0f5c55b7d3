import { folded } from "./search-words.ts";

/** How much of a name the database sorts by, in characters. */
const keyLength = 200;

/** By what names are sorted, as the database function name_key computes it. */
export function nameKey(name: string): string {
  const key = folded(name);
  return key.length <= keyLength ? key : Array.from(key).slice(0, keyLength).join("");
}

/** Compares texts by their code points, as the database does; JavaScript compares halves of those beyond U+FFFF. */
export function byCodePoint(one: string, other: string): number {
  const length = Math.min(one.length, other.length);
  for (let at = 0; at < length; at++) {
    const [left, right] = [one.charCodeAt(at), other.charCodeAt(at)];
    if (left === right) continue;
    // A surrogate stands for a code point above all others of 16 bits.
    const isLeftHigh = (left & 0xf800) === 0xd800;
    const isRightHigh = (right & 0xf800) === 0xd800;
    if (isLeftHigh !== isRightHigh) return isLeftHigh ? 1 : -1;
    return left - right;
  }
  return one.length - other.length;
}
