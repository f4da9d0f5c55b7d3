import type { Database } from "@rounds/database/connect.ts";
import { transaction } from "@rounds/database/transaction.ts";
import { AppError } from "@rounds/domain/errors/app-error.ts";
import type { Import } from "@rounds/domain/imports/import.ts";
import { undoableDays } from "@rounds/domain/imports/limits.ts";
import { sql } from "kysely";
import type { Context } from "../api/context.ts";
import { settleRows } from "./apply-import.ts";
import { nounImports } from "./noun-imports.ts";
import { hasRows, readImport, readRows, readStored, requireState, setState } from "./queries.ts";

/** How many rows one request takes back. */
const undoPortion = 500;

const isApplied = sql`outcome = 'applied'`;
const isKept = sql`outcome = 'kept'`;

/**
 * Takes the next portion of an import back, in one transaction: created records are deleted, and updated ones get
 * their former values. What somebody changed or used since, and what the person may not take back, stays and says why. An import that is
 * undone already is undone again for the rows that stayed. Rows that still wait are not applied any more.
 * Throws `not_found`, `forbidden`, `not_permitted` for who may take nothing of it back, `import_moved_on` before anything was applied,
 * and `gone` after `undoableDays`.
 */
export async function undoImport(
  db: Database,
  id: string,
  { isAdmin, actor, now, today }: Pick<Context, "actor" | "now" | "today"> & { isAdmin: boolean },
): Promise<Import> {
  return await transaction(db, async (tx) => {
    const stored = await readStored(tx, id, actor, { locked: true, isAdmin });
    requireState(stored, "applying", "applied", "undoing", "undone");
    const isAgain = stored.state === "undone" && (await hasRows(tx, id, isKept));
    if (stored.state !== "undone" || isAgain) {
      if (stored.applied_at && Date.parse(stored.applied_at) + undoableDays * 86_400_000 < Date.parse(now))
        throw new AppError("gone", { message: `An import can be undone for ${undoableDays} days.` });
      if (isAgain)
        await sql`update imports.rows set outcome = 'applied', problem = null where import_id = ${id} and ${isKept}`.execute(
          tx,
        );
      const rows = await readRows(tx, id, isApplied, undoPortion);
      const asked = { id, actor, now, today };
      await settleRows(tx, id, await nounImports[stored.noun].undo(tx, rows, asked));
      await setState(tx, id, (await hasRows(tx, id, isApplied)) ? "undoing" : "undone");
    }
    return await readImport(tx, id);
  });
}
