import { z } from "zod";
import { exportFormat, pageNumber, pageOf, rowsPerPage } from "../paging/paging.ts";
import { confirmationOf, editedVersion, recordId } from "../records/record.ts";
import { searchText } from "../text/text.ts";
import { productPageSize } from "./page-size.ts";
import { product, productInput } from "./product.ts";

export const productListQuery = z.object({
  search: searchText,
  page: pageNumber,
  page_size: rowsPerPage(productPageSize),
});

/** The filter of the list, for a file with all its rows. */
export const productExportQuery = productListQuery
  .omit({ page: true, page_size: true })
  .extend({ format: exportFormat });

/** A product on its page and in the list. A product with sales can't be deleted. */
export const productView = product.extend({ has_sales: z.boolean() });

/** One page of products by name; `total` counts the matching ones, `unfiltered` all products. */
export const productList = pageOf(productView).extend({ unfiltered: z.int().min(0) });

/** A product in the select of the visit form. */
export const productChoice = product.pick({ id: true, name: true, price: true, current_stock: true });

export const productCreation = productInput.extend({ id: recordId });
export const productUpdate = productInput.extend({ version: editedVersion });

/** What prevents a product's deletion (sales), and what is deleted with it (ledger rows). */
export const productDeletionEffect = z.object({ sales: z.int(), stock_transactions: z.int() });
/** The same before the deletion, and what the person who confirmed it has seen. */
export const productToDelete = productDeletionEffect.extend({ version: editedVersion });
export const productConfirmation = confirmationOf("sales", "stock_transactions");

export type ProductListQuery = z.input<typeof productListQuery>;
export type ProductExportQuery = z.input<typeof productExportQuery>;
export type ProductView = z.output<typeof productView>;
export type ProductList = z.output<typeof productList>;
export type ProductChoice = z.output<typeof productChoice>;
export type ProductCreation = z.input<typeof productCreation>;
export type ProductUpdate = z.input<typeof productUpdate>;
export type ProductDeletionEffect = z.output<typeof productDeletionEffect>;
export type ProductToDelete = z.output<typeof productToDelete>;
export type ProductConfirmation = z.input<typeof productConfirmation>;
