import { exportFileName } from "@rounds/domain/paging/export-file.ts";
import { product } from "@rounds/domain/products/product.ts";
import {
  productChoice,
  productConfirmation,
  productCreation,
  productDeletionEffect,
  productExportQuery,
  productList,
  productListQuery,
  productToDelete,
  productUpdate,
  productView,
} from "@rounds/domain/products/product-list.ts";
import { recordParams } from "@rounds/domain/records/record.ts";
import { endpoint, view } from "../api/endpoint.ts";
import { exportOf } from "../api/export.ts";
import { exportProducts } from "./export-products.ts";
import {
  createProduct,
  deleteProduct,
  listProducts,
  pickProducts,
  readProductDeletionEffect,
  readProductView,
  updateProduct,
} from "./queries.ts";

export const products = {
  list: view({ query: productListQuery, response: productList }, ({ query }, { db }) =>
    listProducts(db, query),
  ),
  export: exportOf({ query: productExportQuery }, ({ query }, { today }) => ({
    file_name: exportFileName("products", today, query.format),
    sheet: (db) => exportProducts(db, query),
  })),
  pick: view({ response: productChoice.array() }, (_, { db }) => pickProducts(db)),
  read: endpoint({ params: recordParams, response: productView }, ({ params }, { db }) =>
    readProductView(db, params.id),
  ),
  create: endpoint({ body: productCreation, response: product }, ({ body }, { db, actor }) =>
    createProduct(db, body, actor),
  ),
  update: endpoint(
    { params: recordParams, body: productUpdate, response: product },
    ({ params, body }, { db, actor }) => updateProduct(db, params.id, body, actor),
  ),
  deletionEffect: endpoint({ params: recordParams, response: productToDelete }, ({ params }, { db }) =>
    readProductDeletionEffect(db, params.id),
  ),
  delete: endpoint(
    { params: recordParams, query: productConfirmation, response: productDeletionEffect },
    ({ params, query }, { db, actor }) => deleteProduct(db, params.id, query, actor),
  ),
};
