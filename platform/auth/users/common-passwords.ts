import { createRequire } from "node:module";

const require = createRequire(import.meta.url);
let common: Set<string> | undefined;

/** How many digits and symbols a variation may have at its beginning and at its end. */
const mostBefore = 3;
const mostAfter = 6;

/** Digits and symbols that replace letters; those for both "i" and "l" are tried as both. */
const standIns: Record<string, string> = {
  "0": "o",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  "8": "b",
  "9": "g",
  "@": "a",
  $: "s",
  "+": "t",
};
const standsForTwo = /[1!|]/g;

/**
 * Whether a password is among the 49,000 most common ones, or a simple variation: other capitals, some digits and
 * symbols before or after, digits and symbols for letters ("P@ssw0rd1!"). The list takes some megabytes of memory and
 * is read when it is first needed, so that a product that allows these passwords does without. The number of look-ups
 * is limited, whatever the password.
 */
export function isCommonPassword(password: string): boolean {
  common ??= readList();
  const lower = password.toLowerCase();
  const before = Math.min(mostBefore, lower.search(/[^!-@[-`{-~]|$/));
  const after = Math.min(
    mostAfter,
    [...lower]
      .reverse()
      .join("")
      .search(/[^!-@[-`{-~]|$/),
  );
  for (let start = 0; start <= before; start++) {
    for (let end = 0; end <= after; end++) {
      if (isVariation(common, lower, { start, end })) return true;
    }
  }
  return false;
}

/**
 * Whether the rest of a password, without some characters at its ends, is in the list, read literally or as letters.
 */
function isVariation(list: Set<string>, password: string, cut: { start: number; end: number }): boolean {
  const stem = password.slice(cut.start, password.length - cut.end);
  const removed = password.slice(0, cut.start) + password.slice(password.length - cut.end);
  const letters = stem.replace(/[0345789@$+]/g, (sign) => standIns[sign] ?? sign);
  const readings = [stem, letters.replace(standsForTwo, "i"), letters.replace(standsForTwo, "l")];
  // A number that merely begins with a common one, such as a year, is another number.
  return readings.some((reading) => list.has(reading) && (!/\d/.test(removed) || /[a-z]{4}/.test(reading)));
}

function readList(): Set<string> {
  const { dictionary }: typeof import("@zxcvbn-ts/language-common") = require("@zxcvbn-ts/language-common");
  return new Set(dictionary["passwords-common"]);
}
