import { route } from "../contract/route.ts";
import type { RecordParams } from "../records/record.ts";
import type { Product } from "./product.ts";
import type {
  ProductChoice,
  ProductConfirmation,
  ProductCreation,
  ProductDeletionEffect,
  ProductExportQuery,
  ProductList,
  ProductListQuery,
  ProductToDelete,
  ProductUpdate,
  ProductView,
} from "./product-list.ts";

export const productRoutes = {
  list: route<{ query: ProductListQuery; response: ProductList }>("GET", "/api/products"),
  /** All products under the filter, in the order of the list, as CSV or an Excel workbook; streamed. */
  export: route<{ query: ProductExportQuery; response: string }>("GET", "/api/products/export"),
  pick: route<{ response: ProductChoice[] }>("GET", "/api/products/choices"),
  read: route<{ params: RecordParams; response: ProductView }>("GET", "/api/products/:id"),
  create: route<{ body: ProductCreation; response: Product }>("POST", "/api/products"),
  update: route<{ params: RecordParams; body: ProductUpdate; response: Product }>("PUT", "/api/products/:id"),
  deletionEffect: route<{ params: RecordParams; response: ProductToDelete }>(
    "GET",
    "/api/products/:id/deletion-effect",
  ),
  delete: route<{
    params: RecordParams;
    query: ProductConfirmation | undefined;
    response: ProductDeletionEffect;
  }>("DELETE", "/api/products/:id"),
};
