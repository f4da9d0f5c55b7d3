import { z } from "zod";
import { amount } from "../money/amount.ts";
import { negativePrice } from "../money/money.ts";
import { recordFields } from "../records/record.ts";
import { nameText, optionalChoice, optionalText, requiredText } from "../text/text.ts";
import { productCategories } from "./categories.ts";

export { type ProductCategory, productCategories } from "./categories.ts";
export { isLowStock } from "./low-stock.ts";

const noName = "Please enter the product's name";

/** The fields of a product that a person may set. Its stock is not among them: only the ledger moves stock. */
export const productInput = z.strictObject({
  name: nameText(200, noName),
  category: optionalChoice(productCategories),
  price: amount(0n, negativePrice),
  description: optionalText(2000),
});

/** A product as stored; `current_stock` is today's closing stock of its ledger, in units. */
export const product = productInput.extend({
  ...recordFields,
  name: requiredText(200, noName),
  current_stock: z.int(),
});

export type ProductInput = z.output<typeof productInput>;
export type Product = z.output<typeof product>;
