import type { OwnAccount } from "@rounds/domain/account/account.ts";

export type PasswordRules = OwnAccount["password"]["rules"];

/** One rule of the service, and whether the typed password meets it. */
type RuleWords = { words: string; kept: boolean };

const letters = { words: "A letter from a to z", holds: /[a-z]/i };
const small = { words: "A small letter from a to z", holds: /[a-z]/ };
const capital = { words: "A capital letter from A to Z", holds: /[A-Z]/ };
const digit = { words: "A digit", holds: /[0-9]/ };
const sign = { words: "A sign such as ! or ?", holds: /[!@#$%^&*()_+\-=[\]{};'\\:"|<>?,./`~]/ };

const wanted: Record<PasswordRules["characters"], { words: string; holds: RegExp }[]> = {
  any: [],
  letters_digits: [letters, digit],
  lower_upper_digits: [small, capital, digit],
  lower_upper_digits_symbols: [small, capital, digit, sign],
};

/** The service's password rules that can be checked while typing, each with whether it is met. */
export function ruleWords(password: string, rules: PasswordRules): RuleWords[] {
  // The service counts bytes; characters other than plain letters take several.
  const bytes = new TextEncoder().encode(password).length;
  return [
    { words: `At least ${rules.min_length} characters`, kept: bytes >= rules.min_length },
    ...wanted[rules.characters].map(({ words, holds }) => ({ words, kept: holds.test(password) })),
  ];
}
