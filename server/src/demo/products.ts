import { addDays, type Day } from "@rounds/domain/calendar/calendar.ts";
import type { ProductInput } from "@rounds/domain/products/product.ts";
import { type ProductCreation, productCreation } from "@rounds/domain/products/product-list.ts";
import type { Random } from "@rounds/domain/random/random.ts";
import { type CatalogueEntry, catalogue } from "./catalogue.ts";
import { idAt } from "./ids.ts";

/** A product of the demo; `packs` is the size of a usual sale, `left` the final stock, if fixed. */
export type DemoProduct = Pick<CatalogueEntry, "category" | "packs" | "left"> & {
  row: ProductInput & { id: string };
};

/** The 40 products, entered a week before `firstDay`. */
export function makeProducts(firstDay: Day, random: Random): DemoProduct[] {
  return catalogue.map(({ packs, left, ...entry }, index) => {
    const id = idAt(addDays(firstDay, -8), 300 + index * 3, random);
    const entered: Required<ProductCreation> = { id, ...entry };
    const row = productCreation.parse(entered);
    return { row, category: entry.category, packs, ...(left !== undefined && { left }) };
  });
}
