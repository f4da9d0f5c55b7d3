import { pageAtHand } from "../paging/page.ts";
import { productPageSize } from "../products/page-size.ts";
import type { ProductChoice, ProductList, ProductListQuery, ProductView } from "../products/product-list.ts";
import { byCodePoint, nameKey } from "../text/name-key.ts";
import { holdsWords, searchWords } from "../text/search-words.ts";

function byName(products: Iterable<ProductView>): ProductView[] {
  const keyed = [...products].map((product) => ({ product, key: nameKey(product.name) }));
  keyed.sort(
    (one, other) => byCodePoint(one.key, other.key) || byCodePoint(one.product.id, other.product.id),
  );
  return keyed.map(({ product }) => product);
}

/** One page of products by name, as `GET /api/products` answers over the same rows. */
export function listProductsAtHand(products: Iterable<ProductView>, query: ProductListQuery): ProductList {
  const { search = "", page = 1, page_size = productPageSize } = query;
  const words = searchWords(search);
  const all = byName(products);
  const found = all.filter(({ name, description, category }) =>
    holdsWords(`${name}\n${description ?? ""}\n${category ?? ""}`, words),
  );
  return { ...pageAtHand(found, Number(page), Number(page_size)), unfiltered: all.length };
}

/** All products by name, as `GET /api/products/choices` answers. */
export function pickProductsAtHand(products: Iterable<ProductView>): ProductChoice[] {
  return byName(products).map(({ id, name, price, current_stock }) => ({ id, name, price, current_stock }));
}
