import { isLiveTable, type LiveTable } from "@rounds/domain/live/news.ts";
import type { ChangeType } from "./bindings.ts";
import type { Row } from "./filter.ts";

/** The tables whose rows pages are told, and what happened to which id. */
export type ToldTable = "doctors" | "products" | "visits";
type Happened = "added" | "changed" | "gone";

/** The row that shows a change of another table, and the column that names it. */
const shownBy = {
  sales: { table: "visits", column: "visit_id" },
  stock_transactions: { table: "products", column: "product_id" },
} as const;

export type Gathered = ReturnType<typeof gather>;

/** The most rows of a table that pages are told at once; of more, they hear that the table has changed. */
export const maxTold = 30;

/** Gathers what happened to rows, until it is told; of a table with more than `maxTold`, one row more than that. */
export function gather() {
  const tables = new Set<LiveTable>();
  const skipped = new Set<LiveTable>();
  const rows: Record<ToldTable, Map<string, Happened>> = {
    doctors: new Map(),
    products: new Map(),
    visits: new Map(),
  };

  function happen(table: ToldTable, id: string, what: Happened): void {
    const before = rows[table].get(id);
    if (before === undefined && rows[table].size > maxTold) return;
    // A row that is new to the pages stays so, whatever happened to it since.
    rows[table].set(id, what === "changed" && before ? before : what);
  }

  return {
    tables,
    skipped,
    rows,
    /** Adds a statement's changes; `changed` is null if there were too many rows to list. */
    add(table: string, type: ChangeType, changed: readonly { new?: Row; old?: Row }[] | null): void {
      if (!isLiveTable(table)) return;
      tables.add(table);
      if (changed === null) skipped.add(table);
      for (const { new: now, old } of changed ?? []) {
        const row = now ?? old ?? {};
        if (table === "sales" || table === "stock_transactions") {
          const shown = shownBy[table];
          const id = row[shown.column];
          if (typeof id === "string") happen(shown.table, id, "changed");
          // Of a row that is gone, only its key is known.
          else skipped.add(table);
        } else happen(table, String(row.id), happenedBy[type]);
      }
    },
  };
}

const happenedBy = { INSERT: "added", UPDATE: "changed", DELETE: "gone" } as const;
