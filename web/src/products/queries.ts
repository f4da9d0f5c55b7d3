import { wholeList } from "@rounds/domain/paging/whole-list.ts";
import type {
  ProductConfirmation,
  ProductCreation,
  ProductDeletionEffect,
  ProductUpdate,
  ProductView,
} from "@rounds/domain/products/product-list.ts";
import { productRoutes } from "@rounds/domain/products/routes.ts";
import { stockRoutes } from "@rounds/domain/stock/routes.ts";
import { nullIfGone } from "../api/api-error.ts";
import { callUndoable } from "../api/batches.ts";
import { call } from "../api/client.ts";
import { rowDeleted, rowSaved, shownInLists } from "../api/live/stored-rows.ts";
import { acrossFilters, fresh, readQuery, unkept } from "../api/reading.ts";
import type { ProductsSearch } from "../search.ts";

/** The queries of products. */
export const productQueries = {
  list: (search: ProductsSearch) =>
    readQuery(["products", "list", search], productRoutes.list, { query: search }, acrossFilters),
  /** Everything that the search finds, for printing. */
  whole: async (search: ProductsSearch) =>
    (await call(productRoutes.list, { query: { ...search, ...wholeList } })).rows,
  /** All products, for a list to choose from. */
  choices: () => readQuery(["products", "choices"], productRoutes.pick, {}),
  /** Units of a product that can be sold today; loaded again for each use. */
  availability: (id: string) =>
    readQuery(["stock", "availability", id], stockRoutes.availability, { params: { id } }, fresh),
  row: (id: string) =>
    readQuery(
      ["products", "row", id],
      productRoutes.read,
      { params: { id } },
      shownInLists<ProductView>("products", id),
    ),
  deletionEffect: (id: string) =>
    readQuery(["products", "deletion-effect", id], productRoutes.deletionEffect, { params: { id } }, unkept),
};

/** Adds a product under the chosen id; the same id again creates no second one. */
export async function addProduct(body: ProductCreation) {
  const product = await call(productRoutes.create, { body });
  rowSaved("products", product);
  return product;
}

/** Saves an edit; throws `changed_meanwhile` if somebody else saved first. */
export async function saveProduct(id: string, body: ProductUpdate) {
  const product = await callUndoable(productRoutes.update, { params: { id }, body });
  rowSaved("products", product);
  return product;
}

/**
 * Deletes a product with its ledger, and returns what was deleted; throws `product_has_sales`, and `changed_meanwhile` if
 * something else was confirmed. A product that is already gone, as after a lost answer, counts as deleted: then `null`.
 */
export async function deleteProduct(
  id: string,
  confirmed: ProductConfirmation,
): Promise<ProductDeletionEffect | null> {
  const input = { params: { id }, query: confirmed };
  const deleted = await callUndoable(productRoutes.delete, input).catch(nullIfGone);
  rowDeleted("products", id);
  return deleted;
}
