import { asciiDigits } from "../text/digits.ts";
import { unitWords } from "../text/unit-words.ts";
import { spaced, withoutGrouping } from "./typed-amount.ts";

/**
 * A count as people write it, as a number: "10", "१०", "1,250", "+10" and "10." (a phone adds the full stop after two spaces).
 * Any other text is returned as it was typed, for the rule of the field to refuse: "1O" and "1,25" are none.
 */
export function plainCount(typed: string): number | string {
  const text = withoutGrouping(asciiDigits(spaced(typed)).replace(/\.$/, "").replace("\u2212", "-"));
  // Beyond the limit, numbers are no longer exact, and it is too much for every field anyway.
  return /^[-+]?\d+(?:\.\d+)?$/.test(text) ? Math.min(Number(text), Number.MAX_SAFE_INTEGER) : typed;
}

/** What says that a number is a quantity, before it or behind it. "10 dozen" would be another number. */
const signs = new RegExp(`^[x×*] ?(?=\\d)|(?<=\\d) ?(?:${unitWords}\\.?|[x×*])$`, "gi");

/** The same of what is sold or stored, which may have a unit behind it: "10 strips", "10tabs", "x10". */
export function plainQuantity(typed: string): number | string {
  const count = plainCount(asciiDigits(spaced(typed)).replace(signs, ""));
  return typeof count === "number" ? count : typed;
}
