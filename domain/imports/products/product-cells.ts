import {
  hasUnclearComma,
  negativePrice,
  noAmount,
  priceProblem,
  toPaise,
  toRupees,
} from "../../money/money.ts";
import { plainPrice } from "../../money/typed-amount.ts";
import type { ProductCategory } from "../../products/categories.ts";
import { maxUnits } from "../../stock/stock.ts";
import { asciiDigits } from "../../text/digits.ts";
import { filledCell, keyOf, wordOf } from "../clean-text.ts";

const categoryWords: Readonly<Record<ProductCategory, RegExp>> = {
  Antibiotics: /^anti ?(?:biotics?|bacterials?)$/,
  "Pain Relief": /^(?:pain ?(?:relief|killers?|management)|analgesics?|anti ?inflammatory|nsaids?)$/,
  Cardiovascular: /^(?:cardio ?vascular|cardio|cardiac|cardiology|cvs)$/,
  Diabetes: /^(?:(?:anti ?)?diabet(?:es|ics?)|diabetology)$/,
  Respiratory: /^(?:respiratory|respi|pulmonary|pulmonology)$/,
  Vitamins: /^(?:multi ?)?vitamins?$/,
  Supplements: /^(?:(?:food |dietary |nutritional )?supplements?|nutraceuticals?)$/,
  Other: /^(?:others?|misc|miscellaneous|general)$/,
};

/** The category that a cell means; undefined for any other word. */
export function categoryCell(text: string): ProductCategory | undefined {
  return keyOf(categoryWords, wordOf(text));
}

/** A value that was read, or why it can't be. */
type Read<Value> = { value: Value } | { problem: string };

/**
 * A price as Indian sheets write it: "₹1,25,000.50", "Rs 45/-", "45.00". What a sheet has computed to more than two
 * decimals is rounded half up; whatever is unclear is a problem.
 */
export function priceCell(cell: string): Read<string> {
  const text = plainPrice(filledCell(cell))
    .replace(/^(?:₹|(?:rs|re|inr)\b\.?)\s*/i, "")
    .replace(/\s*(?:₹|(?:rs|inr)\b\.?)$/i, "")
    .replace(/\s*\/[-=]*$/, "");
  if (/^[-\u2212]/.test(text)) return { problem: negativePrice };
  if (!/^[\d,]*\.?\d*$/.test(text) || !/\d/.test(text)) return { problem: noAmount };
  const problem = priceProblem(text);
  if (problem !== null || hasUnclearComma(text)) return { problem: problem ?? noAmount };
  const [whole = "", decimals = ""] = text.replaceAll(",", "").split(".");
  const exact = toPaise(`${whole || "0"}.${decimals.slice(0, 2) || "0"}`);
  const value = toRupees(Number(decimals[2] ?? "0") >= 5 ? exact + 1n : exact);
  const tooMuch = priceProblem(value);
  return tooMuch === null ? { value } : { problem: tooMuch };
}

/** Units in stock as sheets write them: "1,250", "40.0". */
export function unitsCell(cell: string): Read<number> {
  const text = asciiDigits(filledCell(cell));
  if (/^[-\u2212]/.test(text)) return { problem: "Please enter 0 or more" };
  if (hasUnclearComma(text) || !/^[\d,]+(?:\.0*)?$/.test(text))
    return { problem: "Please enter a whole number" };
  const value = Number.parseInt(text.replaceAll(",", ""), 10);
  return value > maxUnits ? { problem: `Please enter at most ${maxUnits}` } : { value };
}
