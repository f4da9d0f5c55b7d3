import type { Database } from "@rounds/database/connect.ts";
import { holdsWords } from "@rounds/database/search.ts";
import { columnsOf, countAll, onePage, readPage } from "@rounds/database/select.ts";
import type { Tables } from "@rounds/database/tables.ts";
import { AppError } from "@rounds/domain/errors/app-error.ts";
import { type Product, type ProductInput, product } from "@rounds/domain/products/product.ts";
import type {
  ProductChoice,
  ProductConfirmation,
  ProductDeletionEffect,
  ProductList,
  ProductToDelete,
  ProductView,
} from "@rounds/domain/products/product-list.ts";
import { searchWords } from "@rounds/domain/text/search-words.ts";
import { type SelectQueryBuilder, sql } from "kysely";
import type { Actor } from "../api/context.ts";
import { deleteOnce } from "../api/gone.ts";
import { found } from "../api/record.ts";
import { recordsOf } from "../api/records.ts";

export const columns = columnsOf(product, "products");
/** One look-up in the index of sales by product, however many there are. */
const hasSales = sql<boolean>`exists (select from sales where product_id = products.id)`.as("has_sales");

/** The products that the filter of the list lets through. */
export function matchingProducts(db: Database, { search }: { search: string }) {
  const all = db.selectFrom("products");
  const words = searchWords(search);
  return words.length > 0 ? all.where((eb) => holdsWords(eb, "search_words", words)) : all;
}

/** The order of the list: by name. */
export function inListOrder<Row>(query: SelectQueryBuilder<Tables, "products", Row>) {
  return query.orderBy("name_key").orderBy("id");
}

/** One page of products by name; a page beyond the last one gives the last one. */
export async function listProducts(
  db: Database,
  filters: { search: string; page: number; page_size: number },
): Promise<ProductList> {
  const filtered = matchingProducts(db, filters);
  const counting = countAll(filtered);
  const [list, unfiltered] = await Promise.all([
    readPage(filters.page, filters.page_size, counting, (offset) =>
      onePage(inListOrder(filtered.select(columns).select(hasSales)), filters.page_size, offset).execute(),
    ),
    searchWords(filters.search).length === 0 ? counting : countAll(db.selectFrom("products")),
  ]);
  return { ...list, unfiltered };
}

/** All products by name, for the select of the visit form. */
export async function pickProducts(db: Database): Promise<ProductChoice[]> {
  return await db
    .selectFrom("products")
    .select(["id", "name", "price", "current_stock"])
    .orderBy("name_key")
    .orderBy("id")
    .execute();
}

/** Reading, creating (without stock) and editing one product; see `recordsOf` for the errors. */
export const {
  read: readProduct,
  create: createProduct,
  update: updateProduct,
} = recordsOf<Product, ProductInput>("products", product);

/** One product for its page; throws `not_found`. */
export async function readProductView(db: Database, id: string): Promise<ProductView> {
  const [row] = await readProductViews(db, [id]);
  return found(row);
}

/** The products with these ids, in any order; ids of no product are left out. */
export async function readProductViews(db: Database, ids: string[]): Promise<ProductView[]> {
  return await db.selectFrom("products").select(columns).select(hasSales).where("id", "in", ids).execute();
}

/** What prevents a product's deletion (its sales), what would be deleted with it (its ledger), and the version. */
export async function readProductDeletionEffect(db: Database, id: string): Promise<ProductToDelete> {
  const { version } = await readProduct(db, id);
  // One after another: a deletion asks within its transaction, which has one connection.
  const sales = await countAll(db.selectFrom("sales").where("product_id", "=", id));
  const stock_transactions = await countAll(db.selectFrom("stock_transactions").where("product_id", "=", id));
  return { sales, stock_transactions, version };
}

/**
 * Deletes a product with its ledger. Throws `not_found`, `product_has_sales` if it was ever sold in a visit, and
 * `changed_meanwhile` if something else was confirmed.
 */
export async function deleteProduct(
  db: Database,
  id: string,
  confirmed: ProductConfirmation,
  actor: Actor,
): Promise<ProductDeletionEffect> {
  return await deleteOnce(
    db,
    "products",
    { id, confirmed, actor },
    {
      effect: readProductDeletionEffect,
      async before(_, effect) {
        if (effect.sales === 0) return;
        const count = effect.sales === 1 ? "1 sale" : `${effect.sales} sales`;
        throw new AppError("product_has_sales", {
          message: `This product has ${count} and can't be deleted.`,
          details: effect,
        });
      },
    },
  );
}
