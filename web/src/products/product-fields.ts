import {
  formatRupees,
  isRupees,
  maxRupees,
  priceOrZero,
  priceProblem,
  type Rupees,
  toPaise,
} from "@rounds/domain/money/money.ts";
import type { Product, ProductInput } from "@rounds/domain/products/product.ts";

/** Every field that people set, in the order shown: the detail card and the comparison of two versions follow it. */
export const productLabels = {
  name: "Product Name",
  category: "Category",
  price: "Price",
  description: "Description",
} as const satisfies Record<keyof ProductInput, string>;

/** The labels with their fields, in the order shown. */
export const productFieldList = Object.entries(productLabels) as [keyof ProductInput, string][];

/** A field's value as people read it; "" when there is none. */
export function shownValue(field: keyof ProductInput, product: Pick<Product, keyof ProductInput>): string {
  return field === "price" ? formatRupees(product.price) : (product[field] ?? "");
}

/**
 * What will be saved, when that is another price than the one typed: 0 for one that is empty or not a number, and two
 * decimals of more; or why nothing can be. `null` when the typed price is saved as it is.
 */
export function priceHint(typed: string): string | null {
  const text = typed.trim();
  const asTyped = isRupees(text) && toPaise(text) >= 0n && toPaise(text) <= toPaise(maxRupees);
  if (asTyped) return null;
  const problem = priceProblem(text);
  if (problem) return problem;
  const saved: Rupees = priceOrZero(text);
  if (text === "") return `Without a price, ${formatRupees(saved)} is saved.`;
  if (toPaise(saved) === 0n && !isAlmostNothing(text))
    return `This is not a price: ${formatRupees(saved)} will be saved.`;
  return `${formatRupees(saved)} will be saved.`;
}

/** Whether the text is an amount below one rupee, which may round to nothing. */
function isAlmostNothing(text: string): boolean {
  return /^0*(\.\d*)?$/.test(text);
}
