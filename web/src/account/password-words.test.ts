import { expect, test } from "vitest";
import { type PasswordRules, ruleWords } from "./password-words.ts";

const kept = (password: string, rules: PasswordRules) =>
  ruleWords(password, rules).map(({ words, kept }) => `${kept ? "+" : "-"} ${words}`);

test("length only", () => {
  const rules = { min_length: 8, characters: "any" } as const;
  expect(kept("", rules)).toEqual(["- At least 8 characters"]);
  expect(kept("1234567", rules)).toEqual(["- At least 8 characters"]);
  expect(kept("12345678", rules)).toEqual(["+ At least 8 characters"]);
  // Three bytes each, as the service counts.
  expect(kept("पास", rules)).toEqual(["+ At least 8 characters"]);
});

test("kinds of characters", () => {
  const rules = { min_length: 6, characters: "lower_upper_digits_symbols" } as const;
  expect(kept("aB", rules)).toEqual([
    "- At least 6 characters",
    "+ A small letter from a to z",
    "+ A capital letter from A to Z",
    "- A digit",
    "- A sign such as ! or ?",
  ]);
  expect(kept("äÖ1]", rules).slice(1)).toEqual([
    "- A small letter from a to z",
    "- A capital letter from A to Z",
    "+ A digit",
    "+ A sign such as ! or ?",
  ]);
  expect(kept("Q1", { min_length: 6, characters: "letters_digits" }).slice(1)).toEqual([
    "+ A letter from a to z",
    "+ A digit",
  ]);
});
