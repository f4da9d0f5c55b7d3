import { asciiDigits } from "../text/digits.ts";
import type { Rupees } from "./money.ts";

/** Grouped as in India (12,34,567) or elsewhere (1,234,567), with at most two decimals. */
const grouped = /^(?:\d{1,2}(?:,\d{2})*,\d{3}|\d{1,3}(?:,\d{3})+)(?:\.\d{1,2})?$/;

/**
 * An amount of rupees as people write it, as a decimal string: "₹1,25,000.50", "Rs. 450/-" and "450." give
 * "125000.50", "450" and "450". Any other text stays as it is, for the rule of the field to refuse: "1,25" is no
 * amount. The full stop at the end is what phones add after two spaces.
 */
export function plainAmount(typed: string): Rupees | string {
  const amount = asciiDigits(typed)
    .trim()
    .replace(/\.$/, "")
    .replace(/\s?\/[-=]$/, "")
    .replace(/^(?:₹|rs\.?|inr)\s*(?=\d)/i, "");
  return grouped.test(amount) ? amount.replaceAll(",", "") : amount;
}
