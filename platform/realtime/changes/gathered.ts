import {
  isLiveTable,
  type LiveTable,
  nounOf,
  type RowChange,
  unnamedChanges,
} from "@rounds/domain/live/news.ts";
import type { ChangeType } from "../filters/bindings.ts";
import type { Row } from "../filters/filter.ts";

/** The columns that name the rows which show changes of tables that no page shows by themselves. */
const namedBy = { sales: "visit_id", stock_transactions: "product_id" } as const;
/** The most rows that one message names; of more, pages hear that their tables have changed. */
const maxNamed = 100;
const happenedBy = { INSERT: "added", UPDATE: "changed", DELETE: "gone" } as const;

export type Gathered = { tables: readonly LiveTable[]; changes: readonly RowChange[] };

/** Gathers what happened to rows, until it is taken and announced. */
export function gather() {
  const tables = new Set<LiveTable>();
  /** The tables with changes of rows that are not named. */
  const unnamed = new Set<LiveTable>();
  const named = new Map<string, RowChange>();

  function changeOf(table: LiveTable, type: ChangeType, row: Row): RowChange {
    const noun = nounOf[table];
    if (table === "sales" || table === "stock_transactions") {
      const id = row[namedBy[table]];
      // Of a row that is gone, only its own key is known.
      return { noun, what: "changed", ...(typeof id === "string" && { id }) };
    }
    const { id, version, doctor_id } = row;
    return {
      ...{ noun, what: happenedBy[type], id: String(id) },
      ...(typeof version === "number" && { version }),
      ...(noun === "visits" && typeof doctor_id === "string" && { doctor_id }),
    };
  }

  function happen(table: LiveTable, change: RowChange): void {
    const before = named.get(change.id ?? "");
    // A row that is new to the pages stays so, whatever was changed of it since.
    const what = before && change.what === "changed" ? before.what : change.what;
    if (change.id === undefined || (!before && named.size >= maxNamed)) unnamed.add(table);
    else named.set(change.id, { ...before, ...change, what });
  }

  return {
    /** Adds a statement's changes; `changed` is null if there were too many rows to list. */
    add(table: string, type: ChangeType, changed: readonly { new?: Row; old?: Row }[] | null): void {
      if (!isLiveTable(table)) return;
      tables.add(table);
      if (changed === null) unnamed.add(table);
      for (const { new: now, old } of changed ?? []) happen(table, changeOf(table, type, now ?? old ?? {}));
    },
    isEmpty: () => tables.size === 0,
    /** All since it was taken before. */
    take(): Gathered {
      const taken = { tables: [...tables], changes: [...named.values(), ...unnamedChanges([...unnamed])] };
      for (const each of [tables, unnamed, named]) each.clear();
      return taken;
    },
  };
}
