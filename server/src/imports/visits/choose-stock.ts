import type { Database } from "@rounds/database/connect.ts";
import { transaction } from "@rounds/database/transaction.ts";
import { AppError } from "@rounds/domain/errors/app-error.ts";
import type { Import } from "@rounds/domain/imports/import.ts";
import { sql } from "kysely";
import type { Actor } from "../../api/context.ts";
import { readImport, readStored, requireState, setState } from "../queries.ts";
import { allotStock } from "./allot-stock.ts";

/**
 * Chooses whether the sales of an import's visits move the stock, and says of each row whether the stock suffices. Throws
 * `not_found`, `forbidden`, `import_moved_on` once it was applied, and `validation_failed` for a list of something else.
 */
export async function chooseStock(
  db: Database,
  id: string,
  moves_stock: boolean,
  actor: Actor,
): Promise<Import> {
  return await transaction(db, async (tx) => {
    const stored = await readStored(tx, id, actor, { locked: true });
    requireState(stored, "filling", "checking", "checked");
    if (stored.noun !== "visits")
      throw new AppError("validation_failed", {
        fields: { moves_stock: "Only visits with sales move the stock" },
      });
    await sql`update imports.imports set moves_stock = ${moves_stock} where id = ${id}`.execute(tx);
    if (stored.state === "checked") {
      await allotStock(tx, id);
      await setState(tx, id, "checked");
    }
    return await readImport(tx, id);
  });
}
