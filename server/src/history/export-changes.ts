import { readBatches } from "@rounds/database/batches.ts";
import type { Database } from "@rounds/database/connect.ts";
import { dayOf, formatTimeOfDay } from "@rounds/domain/calendar/calendar.ts";
import { historyFields, historyNouns } from "@rounds/domain/history/fields.ts";
import type { changesFilter, HistoryChange } from "@rounds/domain/history/history.ts";
import type { z } from "zod";
import { byteOrderMark, type Cell, csvRecord } from "../api/csv.ts";
import { allChanges, readNames } from "./queries.ts";

const head = ["When", "Who", "What", "Id", "Change", "Field", "From", "To"];
const ops = { added: "Added", updated: "Changed", deleted: "Deleted" } as const;
const rowsPerBatch = 500;

/** All changes under the filters, newest first, as a CSV file with a row for each field. Moments are those of the time zone. */
export async function* exportChanges(
  db: Database,
  filters: z.output<typeof changesFilter>,
  time_zone: string,
): AsyncGenerator<string, void, undefined> {
  yield byteOrderMark + csvRecord(head);
  const batches = readBatches(db, rowsPerBatch, async () => allChanges(filters, time_zone));
  for await (const changes of batches) {
    const names = await readNames(db, changes);
    yield changes.flatMap((change) => recordsOf(change, names, time_zone)).join("");
  }
}

function recordsOf(
  change: HistoryChange,
  names: Readonly<Record<string, string>>,
  time_zone: string,
): string[] {
  const { at, by, by_id, noun, row_id, op, before, after } = change;
  const shown = (value: unknown): Cell => {
    if (value === null || value === undefined) return "";
    return typeof value === "number" ? { number: value } : (names[String(value)] ?? String(value));
  };
  const who = by ?? (by_id ? "a deleted account" : "the database");
  const instant = Date.parse(at);
  const when = `${dayOf(instant, time_zone)} ${formatTimeOfDay(instant, time_zone)}`;
  const start: Cell[] = [when, who, historyNouns[noun], row_id ?? "", ops[op]];
  const fields = Object.entries(historyFields[noun]).filter(([field]) => field in { ...before, ...after });
  // What was erased has no field any more; that it happened stays.
  if (fields.length === 0) return [csvRecord([...start, "", "", ""])];
  return fields.map(([field, label]) =>
    csvRecord([...start, label, shown(before?.[field]), shown(after?.[field])]),
  );
}
