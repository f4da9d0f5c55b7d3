import {
  formatRupees,
  isRupees,
  maxRupees,
  priceOrZero,
  priceProblem,
  type Rupees,
  toPaise,
} from "@rounds/domain/money/money.ts";
import { plainPrice } from "@rounds/domain/money/typed-amount.ts";
import type { Product, ProductInput } from "@rounds/domain/products/product.ts";
import { entriesOf } from "@rounds/domain/records/entries.ts";

/** Every field that people set, in display order: the detail card and the comparison of versions follow it. */
export const productLabels = {
  name: "Product Name",
  category: "Category",
  price: "Price",
  description: "Description",
} as const satisfies Record<keyof ProductInput, string>;

/** The labels with their fields, in display order. */
export const productFieldList = entriesOf<keyof ProductInput, string>(productLabels);

/** A field's shown value; "" if there is none. */
export function shownValue(field: keyof ProductInput, product: Pick<Product, keyof ProductInput>): string {
  return field === "price" ? formatRupees(product.price) : (product[field] ?? "");
}

/**
 * The price that will be saved, if it differs from the typed one: 0 for an empty one or one without a digit, two
 * decimals for one with more, the plain number for one with ₹, /- or "per strip"; or why nothing can be saved. `null` if the typed price
 * is saved unchanged.
 */
export function priceHint(typed: string): string | null {
  const text = plainPrice(typed);
  const asTyped =
    text === typed.trim() && isRupees(text) && toPaise(text) >= 0n && toPaise(text) <= toPaise(maxRupees);
  if (asTyped) return null;
  const problem = priceProblem(text);
  if (problem) return problem;
  const saved: Rupees = priceOrZero(text);
  if (text === "") return `Without a price, ${formatRupees(saved)} is saved.`;
  if (toPaise(saved) === 0n && !isAlmostNothing(text))
    return `This is not a price: ${formatRupees(saved)} will be saved.`;
  return `${formatRupees(saved)} will be saved.`;
}

/** Whether the text is an amount below one rupee, which may round to zero. */
function isAlmostNothing(text: string): boolean {
  return /^0*(\.\d*)?$/.test(text);
}
