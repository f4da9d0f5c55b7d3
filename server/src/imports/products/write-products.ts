import type { ProductInput } from "@rounds/domain/products/product.ts";
import { recordWriter } from "../write-records.ts";

/** Creates and updates products. */
export const productRecords = recordWriter<ProductInput>("products", {
  name: "text",
  category: "text",
  price: "numeric",
  description: "text",
});

/** A product of which nothing is known. */
export const unnamed: ProductInput = { name: "", category: null, price: "0.00", description: null };
