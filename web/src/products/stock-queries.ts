import { wholeList } from "@rounds/domain/paging/whole-list.ts";
import { stockRoutes } from "@rounds/domain/stock/routes.ts";
import type { LedgerQuery, StockAddition, StockCorrection } from "@rounds/domain/stock/stock.ts";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../api/client.ts";
import { rowSaved } from "../api/stored-rows.ts";

/** One page of a product's ledger, newest first. */
export function ledgerQuery(product_id: string, query: LedgerQuery) {
  return queryOptions({
    queryKey: ["stock", "ledger", product_id, query],
    queryFn: ({ signal }) => call(stockRoutes.ledger, { params: { id: product_id }, query }, signal),
    // The old page stays while the next one loads, but never the ledger of another product.
    placeholderData: (previous, asked) => (asked?.queryKey[2] === product_id ? previous : undefined),
  });
}

/** All rows of a product's ledger that match the filters, for printing. */
export async function readWholeLedger(product_id: string, query: LedgerQuery) {
  return (await call(stockRoutes.ledger, { params: { id: product_id }, query: { ...query, ...wholeList } }))
    .rows;
}

/** Adds units; the same entry again, as after a lost answer, counts once. */
export async function addStock(product_id: string, body: StockAddition) {
  const { product } = await call(stockRoutes.add, { params: { id: product_id }, body });
  rowSaved("products", product);
}

/** Sets a new total; throws `changed_meanwhile` if the stock is no longer the one that was seen. */
export async function correctStock(product_id: string, body: StockCorrection) {
  const { product } = await call(stockRoutes.correct, { params: { id: product_id }, body });
  rowSaved("products", product);
}
