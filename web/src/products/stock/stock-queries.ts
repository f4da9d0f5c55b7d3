import { formatCount } from "@rounds/domain/money/count.ts";
import { wholeList } from "@rounds/domain/paging/whole-list.ts";
import type { Product } from "@rounds/domain/products/product.ts";
import type { ChangedMeanwhile } from "@rounds/domain/records/record.ts";
import { stockRoutes } from "@rounds/domain/stock/routes.ts";
import type {
  LedgerQuery,
  StockAddition,
  StockCorrection,
  StockTransaction,
} from "@rounds/domain/stock/stock.ts";
import { ApiError, asApiError } from "../../api/api-error.ts";
import { call } from "../../api/client.ts";
import { rowSaved } from "../../api/live/stored-rows.ts";
import { newId } from "../../api/new-id.ts";
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
 * Returns what takes a movement back: by another one of as many units the other way, also if the stock moved since. It throws what
 * `correctStock` throws, and an error in words if fewer units are left or the stock keeps moving. Called once more, it first
 * repeats what it sent last, which counts once: only the answer may have been lost.
 */
export function stockUndo(product: Product, { quantity: units }: StockTransaction): () => Promise<void> {
  const id = newId();
  let { current_stock } = product;

  /** Sends the movement; gives the stock as it is by now if that is another, so that nothing was recorded. */
  async function stockMeanwhile(): Promise<number | null> {
    const quantity = current_stock - units;
    if (quantity < 0) {
      const message = `Only ${formatCount(current_stock)} of these units are left.`;
      throw new ApiError(409, { code: "insufficient_stock", message });
    }
    try {
      const change = await correctStock(product.id, { id, quantity, current_stock, notes: "Undone" });
      // Without a row in the ledger, the stock had moved to just this total.
      return change.transaction ? null : change.product.current_stock;
    } catch (thrown) {
      const error = asApiError(thrown);
      const { current } = error.details as Partial<ChangedMeanwhile<Product>>;
      if (error.code !== "changed_meanwhile" || !current) throw thrown;
      return current.current_stock;
    }
  }

  return async () => {
    for (let attempt = 1; attempt <= mostMoves; attempt++) {
      const moved = await stockMeanwhile();
      if (moved === null) return;
      current_stock = moved;
    }
    const message = `The stock keeps changing: it is now ${formatCount(current_stock)}.`;
    throw new ApiError(409, { code: "changed_meanwhile", message });
  };
}
