import type { ProductInput } from "../../products/product.ts";
import { entriesOf } from "../../records/entries.ts";
import { remembered } from "../../records/remembered.ts";
import { plainWords } from "../../text/search-words.ts";
import type { CleanedProduct } from "./clean-product.ts";
import type { ProductImportField } from "./product-fields.ts";
import { type ProductName, productName } from "./product-name.ts";

/** A product that is there. */
export type KnownProduct = ProductInput & { id: string; current_stock: number };

/** The name of a row, also of one that can't be brought in as it is. */
export const nameOf = remembered(
  ({ filled, raw }: CleanedProduct): ProductName => productName({ name: filled.name ?? raw.name ?? "" }),
);

/** By what a product is found again among the rows of a file, and among those that are there. */
export function keysOf({ key, loose }: ProductName): string[] {
  return [`k${key}`, ...(loose === "" ? [] : [`l${loose}`])];
}

/** Whether each cell of a row has what an exported list has of a product. */
export function isAsExported({ raw }: CleanedProduct, product: KnownProduct): boolean {
  const { current_stock, ...fields } = product;
  const stored: Record<string, unknown> = { ...fields, stock: current_stock };
  return Object.entries(raw).every(([field, text]) => {
    const shown = String(stored[field] ?? "").trim();
    return text === "" || text === shown || text === `'${shown}`;
  });
}

/** A field that a row fills with something else than is stored. */
export type Difference = { field: ProductImportField & keyof ProductInput; value: string };

/** What a row would change of a product, but never its stock. What differs only in case, spaces or punctuation is no difference. */
export function differencesOf({ filled }: CleanedProduct, product: KnownProduct): Difference[] {
  return entriesOf(filled as ProductInput).flatMap(([field, value]) =>
    value === null || isSameValue(field, value, product[field]) ? [] : [{ field, value }],
  );
}

function isSameValue(field: keyof ProductInput, given: string, stored: string | null): boolean {
  if (stored === null || given === stored) return given === stored;
  if (field === "name") return productName({ name: given }).key === productName({ name: stored }).key;
  return field === "description" && plainWords(given) !== "" && plainWords(given) === plainWords(stored);
}
