import { expect, test } from "vitest";
import { holdsWords, maxSearchWords, searchTerms, searchWords } from "./search-words.ts";

test.each<[string, string[]]>([
  ["sharma aarav", ["sharma", "aarav"]],
  ["  Dr. AARAV  ", ["dr", "aarav"]],
  ["José Ñúñez", ["jose", "nunez"]],
  ["100%", ["100%"]],
  ["50% off_er a\\b", ["50%", "off_er", "a\\b"]],
  ["co-trimoxazole/zinc", ["co", "trimoxazole", "zinc"]],
  ["2.5 mg", ["25", "mg"]],
  ["+91 98220-11111", ["91", "9822011111"]],
  ["an asha ash", ["an", "asha"]],
  ["asha asha", ["asha"]],
  ["पुणे, क्षेत्र।", ["पुणे", "क्षेत्र"]],
  ["... -- ''", []],
  ["", []],
])("%j searches for %j", (typed, words) => {
  expect(searchWords(typed)).toEqual(words);
});

test.each<[string, [word: string, typed: string][]]>([
  [
    "asha rao",
    [
      ["asha", "asha"],
      ["rao", "rao"],
    ],
  ],
  [
    "Gave 2.5 mg.",
    [
      ["gave", "gave"],
      ["25", "2.5"],
      ["mg", "mg"],
    ],
  ],
  [
    "(98220-11111), 10:30",
    [
      ["9822011111", "98220-11111"],
      ["1030", "10:30"],
    ],
  ],
  [
    "b12-12/11 x",
    [
      ["b121211", "b12-12/11"],
      ["x", "x"],
    ],
  ],
  // Every text with "1,250" holds "250", but not "12".
  [
    "250 12 1,250",
    [
      ["12", "12"],
      ["1250", "1,250"],
    ],
  ],
  ["2.5 25", [["25", "25"]]],
])("%j is searched for, where texts keep their signs, by %j", (typed, terms) => {
  expect(searchTerms(typed).map(({ word, typed }) => [word, typed])).toEqual(terms);
});

test.each([
  ["Dr. Aarav Sharma", "sharma aarav"],
  ["Dr. Aarav Sharma", "dr aarav"],
  ["Dr. Aarav Sharma", "shar"],
  ["Dr. R.K. Gupta", "rk gupta"],
  ["Dr. R.K. Gupta", "gupta, r.k."],
  ["St. Mary's", "st marys"],
  ["Zinc 20 mg, tablets", "tablets zinc"],
  ["Co-trimoxazole", "cotrimoxazole"],
  ["Co-trimoxazole", "co trimoxazole"],
  ["Amlodipine 2.5", "2.5"],
  ...[
    "Dr. R K Gupta",
    "Dr. R. K. Gupta",
    "Dr. R.K. Gupta",
    "Dr.R.K.Gupta",
    "Dr RK Gupta",
    "Gupta R K",
    "GUPTA,  r  k",
  ].flatMap((name) =>
    ["rk gupta", "r k gupta", "R.K. Gupta", "R. K. GUPTA", "gupta rk"].map((typed): [string, string] => [
      name,
      typed,
    ]),
  ),
  ["A. P. J. Abdul Kalam", "apj kalam"],
  ["A P J Abdul Kalam", "pj"],
  ["पु. ल. देशपांडे", "पुल देशपांडे"],
  ["डॉ. फ़ातिमा शेख़", "फातिमा"],
  ["डॉ. \u095eातिमा शे\u0959", "फातिमा शेख"],
  ["डॉ. फातिमा शेख", "फ़ातिमा शेख़"],
  ["ডা. বড়ুয়া", "বডুযা"],
])("finds %j by %j", (text, typed) => {
  expect(holdsWords(text, searchWords(typed))).toBe(true);
});

test.each([
  ["Dr. Aarav Sharma", "sharma neha"],
  ["Dr. Aarav Sharma", "drsharma"],
  ["Vitamin C 100", "100%"],
  ["Dr. Ravi Kumar Gupta", "rk"],
  ["Zinc B 5 mg", "b5"],
  ["Gupta R\nK Clinic", "rk"],
])("does not find %j by %j", (text, typed) => {
  expect(holdsWords(text, searchWords(typed))).toBe(false);
});

test("limits the words of a long text, and so its time", () => {
  expect(searchWords(Array.from({ length: 100 }, (_, n) => `word${n + 100}`).join(" "))).toHaveLength(
    maxSearchWords,
  );
  expect(searchWords(`${"1.".repeat(100_000)}!`)).toHaveLength(1);
});
