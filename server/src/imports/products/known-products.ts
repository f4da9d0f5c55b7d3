import type { Database } from "@rounds/database/connect.ts";
import type { CleanedProduct } from "@rounds/domain/imports/products/clean-product.ts";
import { type KnownProduct, keysOf, nameOf } from "@rounds/domain/imports/products/compare-products.ts";
import { productName } from "@rounds/domain/imports/products/product-name.ts";
import { sql } from "kysely";
import type { StoredRow } from "../noun-import.ts";

/** How many products of one name a row is compared with. */
const mostCompared = 20;

/**
 * The products with which each row must be compared, by its line: those whose names are or may be the same, and the one that a
 * person chose. Left out are products that this import has written already. The names of all products are read for each
 * portion, as a visit's form reads them: a catalogue is small beside a directory of doctors.
 */
export async function readKnown(
  db: Database,
  id: string,
  rows: readonly { stored: StoredRow; cleaned: CleanedProduct }[],
): Promise<Map<number, KnownProduct[]>> {
  const sought = new Set(rows.flatMap(({ cleaned }) => keysOf(nameOf(cleaned))));
  const byKey = new Map<string, string[]>();
  const { rows: names } = await sql<{ id: string; name: string }>`
    select id, name from products where not exists (
      select from imports.rows where import_id = ${id} and record_id = products.id and outcome = 'applied')
    order by id`.execute(db);
  for (const product of names)
    for (const key of keysOf(productName(product))) {
      if (!sought.has(key)) continue;
      const same = byKey.get(key);
      if (!same) byKey.set(key, [product.id]);
      else if (same.length < mostCompared) same.push(product.id);
    }
  const found = rows.map(({ stored, cleaned }) => ({
    line: stored.line,
    ids: new Set([
      ...keysOf(nameOf(cleaned)).flatMap((key) => byKey.get(key) ?? []),
      ...(stored.chosen_id ? [stored.chosen_id] : []),
    ]),
  }));
  const products = await readProducts(db, [...new Set(found.flatMap(({ ids }) => [...ids]))]);
  return new Map(
    found.map(({ line, ids }) => [line, [...ids].flatMap((product) => products.get(product) ?? [])]),
  );
}

async function readProducts(db: Database, ids: readonly string[]): Promise<Map<string, KnownProduct>> {
  const { rows } = await sql<KnownProduct>`
    select id, name, category, price, description, current_stock from products where id = any(${ids}::uuid[])`.execute(
    db,
  );
  return new Map(rows.map((product) => [product.id, product]));
}
