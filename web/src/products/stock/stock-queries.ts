import { formatCount } from "@rounds/domain/money/count.ts";
import { wholeList } from "@rounds/domain/paging/whole-list.ts";
import type { Product } from "@rounds/domain/products/product.ts";
import type { ChangedMeanwhile } from "@rounds/domain/records/record.ts";
import { stockRoutes } from "@rounds/domain/stock/routes.ts";
import type { LedgerQuery, StockAddition, StockChange, StockCorrection } from "@rounds/domain/stock/stock.ts";
import { ApiError, asApiError } from "../../api/api-error.ts";
import { call } from "../../api/client.ts";
import { rowSaved } from "../../api/live/stored-rows.ts";
import { readQuery } from "../../api/reading.ts";

/** One page of a product's ledger, newest first. */
export function ledgerQuery(product_id: string, query: LedgerQuery) {
  return readQuery(
    ["stock", "ledger", product_id, query],
    stockRoutes.ledger,
    { params: { id: product_id }, query },
    {
      // The old page stays while the next one loads, but never the ledger of another product.
      placeholderData: (previous, asked) => (asked?.queryKey[2] === product_id ? previous : undefined),
    },
  );
}

/** All rows of a product's ledger that match the filters, for printing. */
export async function readWholeLedger(product_id: string, query: LedgerQuery) {
  return (await call(stockRoutes.ledger, { params: { id: product_id }, query: { ...query, ...wholeList } }))
    .rows;
}

/** Adds units; the same entry again, as after a lost answer, counts once. */
export async function addStock(product_id: string, body: StockAddition) {
  const change = await call(stockRoutes.add, { params: { id: product_id }, body });
  rowSaved("products", change.product);
  return change;
}

/** Sets a new total; throws `changed_meanwhile` if the stock is no longer the one that was seen. */
export async function correctStock(product_id: string, body: StockCorrection) {
  const change = await call(stockRoutes.correct, { params: { id: product_id }, body });
  rowSaved("products", change.product);
  return change;
}

/** How often the stock may move while a movement is taken back. */
const mostMoves = 3;

/**
 * Takes a movement back by another one with this id, of as many units the other way, also if the stock moved since. Throws what `correctStock`
 * throws, and an error in words if fewer units are left.
 */
export async function undoStock(id: string, { product, transaction }: StockChange): Promise<void> {
  const units = transaction?.quantity ?? 0;
  let { current_stock } = product;
  for (let attempt = 1; ; attempt++) {
    const quantity = current_stock - units;
    if (quantity < 0)
      throw new ApiError(409, {
        code: "insufficient_stock",
        message: `Only ${formatCount(current_stock)} of these units are left.`,
      });
    try {
      await correctStock(product.id, { id, quantity, current_stock, notes: "Undone" });
      return;
    } catch (thrown) {
      const error = asApiError(thrown);
      const { current } = error.details as Partial<ChangedMeanwhile<Product>>;
      if (error.code !== "changed_meanwhile" || !current || attempt === mostMoves) throw thrown;
      current_stock = current.current_stock;
    }
  }
}
