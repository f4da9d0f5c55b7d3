import type { Database } from "@rounds/database/connect.ts";
import type { Actor } from "../api/context.ts";
import { appendMovements, lockProducts, requireRoom } from "../stock/ledger.ts";
import { readStoredLines, reversalMovement, unitsByProduct } from "./sale-lines.ts";

/**
 * Takes back, in the ledger, every sale of a visit, or of all visits of a doctor, that is about to be deleted and took its
 * units from the stock. The visits must be locked. Throws `validation_failed` if a product can't hold them.
 */
export async function returnStock(
  tx: Database,
  of: { visit_id: string } | { doctor_id: string },
  actor: Actor,
) {
  const lines = (await readStoredLines(tx, of)).filter(({ moves_stock }) => moves_stock);
  const products = await lockProducts(
    tx,
    lines.map((line) => line.product_id),
  );
  requireRoom(products, unitsByProduct(lines));
  await appendMovements(
    tx,
    lines.map((line) => reversalMovement(line, "visit_delete_reversal")),
    actor,
  );
}
