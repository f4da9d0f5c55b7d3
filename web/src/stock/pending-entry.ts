import { sessionState } from "../api/session.ts";
import { readDraft, writeDraft } from "../api/unsaved-work.ts";
import type { StockMode } from "./stock-entry.ts";

/** A stock entry that was sent and not answered: sent again under the same id, it counts once. */
export type PendingEntry = { id: string; quantity: string; notes: string; current_stock: number };

function keyOf(product_id: string, mode: StockMode): string {
  return `${sessionState().user?.id ?? ""}:stock/${product_id}/${mode}`;
}

/** The entry whose fate is unknown because the page was loaded anew while it was sent, if there is one. */
export function pendingEntry(product_id: string, mode: StockMode): PendingEntry | null {
  try {
    const entry = JSON.parse(readDraft(keyOf(product_id, mode)) ?? "null") as Partial<PendingEntry> | null;
    const whole =
      typeof entry?.id === "string" &&
      typeof entry.quantity === "string" &&
      typeof entry.notes === "string" &&
      typeof entry.current_stock === "number";
    return whole ? (entry as PendingEntry) : null;
  } catch {
    return null;
  }
}

/** Notes an entry before it is sent; `null` once its fate is known. */
export function notePendingEntry(product_id: string, mode: StockMode, entry: PendingEntry | null): void {
  writeDraft(keyOf(product_id, mode), entry && JSON.stringify(entry));
}
