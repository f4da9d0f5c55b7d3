import { readBatches } from "@rounds/database/batches.ts";
import { ledgerReference, ledgerType } from "@rounds/domain/stock/ledger-words.ts";
import { soldBeforeReceived } from "@rounds/domain/stock/sold-before-received.ts";
import type { LedgerFilters, LedgerRow } from "@rounds/domain/stock/stock.ts";
import type { View } from "../api/context.ts";
import { minuteOf, type Sheet, type SheetColumn } from "../api/sheet-columns.ts";
import { allLedgerRows, readAvailability } from "./queries.ts";

/** All rows of a product's ledger under the filters, newest first. Reading them throws `not_found`. */
export function exportLedger(
  { db, actor, time_zone }: Pick<View, "db" | "actor" | "time_zone">,
  product_id: string,
  filters: Omit<LedgerFilters, "page" | "page_size">,
): Sheet<LedgerRow> {
  const rows = readBatches(db, async (tx) => {
    await readAvailability(tx, product_id);
    return allLedgerRows({ db: tx, actor }, product_id, filters);
  });
  return { title: "Stock History", columns: columnsOf(filters.kind, time_zone), rows };
}

/** The columns of the list, and when each row was entered. */
function columnsOf(kind: LedgerFilters["kind"], time_zone: string): readonly SheetColumn<LedgerRow>[] {
  const part: SheetColumn<LedgerRow> = {
    label: "Sold before received",
    kind: "units",
    value: soldBeforeReceived,
  };
  return [
    { label: "Date", kind: "day", value: (row) => row.transaction_date },
    { label: "Type", kind: "text", width: 16, value: ledgerType },
    { label: "Quantity", kind: "units", value: (row) => row.quantity },
    { label: "Balance", kind: "units", value: (row) => row.balance },
    ...(kind === "sold_before_received" ? [part] : []),
    { label: "Reference", kind: "text", width: 36, value: ledgerReference },
    { label: "Notes", kind: "text", width: 42, value: (row) => row.notes },
    { label: "By", kind: "text", value: (row) => row.made_by },
    { label: "Recorded", kind: "moment", value: ({ created_at }) => minuteOf(created_at, time_zone) },
  ];
}
