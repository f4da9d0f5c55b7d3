import type { Product } from "@rounds/domain/products/product.ts";
import { productRoutes } from "@rounds/domain/products/routes.ts";
import { stockRoutes } from "@rounds/domain/stock/routes.ts";
import { anId } from "@rounds/testkit/builders.ts";
import type { Caller } from "./caller.ts";

/** Units of each product before anything is sold. */
export const openingStock = 1_000_000;

/** Creates products with more stock than a run can sell. */
export async function makeProducts(caller: Caller, count: number): Promise<Product[]> {
  const products: Product[] = [];
  for (let number = 1; number <= count; number++) {
    const id = anId();
    const body = { id, name: `Paracip ${number}`, price: "12.50", category: "Pain Relief" as const };
    const made = await caller.insist(productRoutes.create, { body });
    const addition = { params: { id }, body: { id: anId(), quantity: openingStock } };
    const stocked = await caller.insist(stockRoutes.add, addition);
    if (!made.ok || !stocked.ok) {
      throw new Error(`A product could not be made: ${JSON.stringify([made.body, stocked.body])}`);
    }
    products.push(made.body as Product);
  }
  return products;
}
