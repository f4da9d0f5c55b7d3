import type { Product } from "../products/product.ts";
import type { ProductChoice, ProductList, ProductListQuery, ProductView } from "../products/product-list.ts";
import type { Availability } from "../stock/stock.ts";
import { changedRow, type Followed, hasSkippedRows, newer, patched } from "./followed.ts";
import type { News } from "./news.ts";

/** Whether a product has all fields that people set as it had them when it was told before, so only its stock moved. */
export type IsStockOnly = (product: Product) => boolean;

/** The most products whose fields are remembered. */
const maxRemembered = 2_000;

/** Remembers the fields of the products that were told, to know those of which only the stock moved. */
export function rememberProducts() {
  const seen = new Map<string, string>();
  return {
    /** Compares the products of news with those told before, and remembers them. */
    compare(news: News): IsStockOnly {
      const { added, changed } = news.rows.products;
      const same = new Set<string>();
      for (const product of [...added, ...changed]) {
        const fields = fieldsOf(product);
        if (seen.get(product.id) === fields) same.add(product.id);
        if (seen.size >= maxRemembered) seen.clear();
        seen.set(product.id, fields);
      }
      return ({ id }) => same.has(id);
    },
  };
}

function fieldsOf({ name, category, price, description }: Product): string {
  return JSON.stringify([name, category, price, description]);
}

/** The product list. */
export function followProductList(
  list: ProductList,
  { search }: ProductListQuery,
  news: News,
  isStockOnly: IsStockOnly,
): Followed<ProductList> {
  const told = news.rows.products;
  const placeOf = (product: ProductView) => (search ? fieldsOf(product) : product.name);
  const stays = (product: ProductView) => {
    const shown = list.rows.find(({ id }) => id === product.id);
    return shown ? placeOf(shown) === placeOf(product) : isStockOnly(product);
  };
  const certain =
    !hasSkippedRows(news, "products", "stock_transactions") &&
    told.added.length + told.gone.length === 0 &&
    told.changed.every((product) => stays(product));
  return { data: patched(list, told, newer), read: certain ? "no" : "later" };
}

/** One product. */
export function followProduct(product: ProductView, news: News): Followed<ProductView> {
  const told = news.rows.products;
  const isGone = told.gone.includes(product.id);
  const data = newer(product, changedRow(told, product.id));
  if (isGone) return { data, read: "soon" };
  return { data, read: hasSkippedRows(news, "products", "stock_transactions") ? "later" : "no" };
}

/** All products, for a list to choose from. */
export function followProductChoices(
  choices: readonly ProductChoice[],
  news: News,
): Followed<readonly ProductChoice[]> {
  const told = news.rows.products;
  const stays = ({ id, name }: ProductView) =>
    choices.some((shown) => shown.id === id && shown.name === name);
  const certain =
    !hasSkippedRows(news, "products", "stock_transactions") &&
    told.added.length + told.gone.length === 0 &&
    told.changed.every((product) => stays(product));
  const data = choices.map((shown) => {
    const row = changedRow(told, shown.id);
    return row ? { id: row.id, name: row.name, price: row.price, current_stock: row.current_stock } : shown;
  });
  return { data, read: certain ? "no" : "later" };
}

/** What can be sold of a product today: its stock. */
export function followAvailability(shown: Availability, id: string, news: News): Followed<Availability> {
  const row = changedRow(news.rows.products, id);
  const data = row ? { available: row.current_stock } : shown;
  const certain =
    !hasSkippedRows(news, "products", "stock_transactions") && !news.rows.products.gone.includes(id);
  return { data, read: certain ? "no" : "later" };
}

/** A product's ledger: its rows, and the names of the doctors of their visits. */
export function followLedger<Data>(data: Data, id: string, news: News): Followed<Data> {
  const { products, doctors, visits } = news.rows;
  const isSame =
    !hasSkippedRows(news, "products", "stock_transactions", "visits", "doctors") &&
    !changedRow(products, id) &&
    !products.gone.includes(id) &&
    [doctors.changed, doctors.gone, visits.changed, visits.gone].every((rows) => rows.length === 0);
  return { data, read: isSame ? "no" : "later" };
}
