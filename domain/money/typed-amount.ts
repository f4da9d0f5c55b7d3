import { asciiDigits } from "../text/digits.ts";
import { unitWords } from "../text/unit-words.ts";
import type { Rupees } from "./money.ts";

/** Grouped as in India (12,34,567) or elsewhere (1,234,567), with at most two decimals. */
const grouped = /^(?:\d{1,2}(?:,\d{2})*,\d{3}|\d{1,3}(?:,\d{3})+)(?:\.\d{1,2})?$/;

/** What follows an amount and leaves it as it is: "/-", "rupees only". */
const ending = /(?<=\d) ?(?:₹|rs\.?|inr|rupees?)? ?(?:\/[-=])? ?(?:only)?$/i;
/** What follows a price and says that it is of one: "each", "per strip". Of a dozen, or of 10, it would be another price. */
const ofOne = new RegExp(
  `(?<=[\\d=s₹-]|inr|rupee|only) ?(?:each|(?:per|an?|each|/) ?${unitWords}\\.?)$`,
  "i",
);

/** A text with one space where there are several, and none around it. */
export const spaced = (typed: string): string => typed.replace(/\s+/g, " ").trim();

/** A number without the commas that group its digits; with any other comma, the text as it is. */
export const withoutGrouping = (number: string): string =>
  grouped.test(number) ? number.replaceAll(",", "") : number;

/**
 * An amount of rupees as people write it, as a decimal string: "₹1,25,000.50", "Rs. 450/-", "450 rupees" and "450." give
 * "125000.50", "450", "450" and "450". Any other text gives no amount, for the rule of the field to refuse: "1,25" and
 * "450-500" are none. The full stop at the end is what phones add after two spaces.
 */
export function plainAmount(typed: string): Rupees | string {
  return withoutGrouping(
    asciiDigits(spaced(typed))
      .replace(/\.$/, "")
      .replace(ending, "")
      .replace(/^(?:₹|rs\.?|inr) ?(?=\d)/i, ""),
  );
}

/** The same of a price, which may be said to be of one: "450 each", "₹450/strip". "450 per dozen" gives no amount. */
export function plainPrice(typed: string): Rupees | string {
  return plainAmount(asciiDigits(spaced(typed)).replace(ofOne, ""));
}
