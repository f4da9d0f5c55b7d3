import { fetchBatches, readOnSnapshot } from "@rounds/database/batches.ts";
import type { Database } from "@rounds/database/connect.ts";
import { isDay } from "@rounds/domain/calendar/calendar.ts";
import { historyFields, historyNouns } from "@rounds/domain/history/fields.ts";
import type { ChangesFilter, HistoryChange } from "@rounds/domain/history/history.ts";
import { type Kind, minuteOf, type Sheet, type SheetColumn } from "../api/sheet-columns.ts";
import { allChanges, readNames } from "./queries.ts";

/** What became of one field. What was erased has no field any more; that it happened stays. */
type ChangedField = {
  change: HistoryChange;
  /** The record's name; of a visit the doctor's. */
  name: string | undefined;
  label: string;
  from: Shown;
  to: Shown;
};
type Shown = { kind: Kind; text: string };

const ops = { added: "Added", updated: "Changed", deleted: "Deleted" } as const;

function columnsOf(time_zone: string): readonly SheetColumn<ChangedField>[] {
  return [
    { label: "When", kind: "moment", value: ({ change }) => minuteOf(change.at, time_zone) },
    {
      label: "Who",
      kind: "text",
      width: 30,
      value: ({ change: { by, by_id } }) => by ?? (by_id ? "a deleted account" : "the database"),
    },
    { label: "What", kind: "text", width: 16, value: ({ change }) => historyNouns[change.noun] },
    { label: "Name", kind: "text", width: 30, value: ({ name }) => name },
    { label: "Id", kind: "text", width: 38, value: ({ change }) => change.row_id },
    { label: "Change", kind: "text", width: 12, value: ({ change }) => ops[change.op] },
    { label: "Field", kind: "text", value: ({ label }) => label },
    {
      label: "From",
      kind: "text",
      width: 30,
      kindOf: ({ from }) => from.kind,
      value: ({ from }) => from.text,
    },
    { label: "To", kind: "text", width: 30, kindOf: ({ to }) => to.kind, value: ({ to }) => to.text },
  ];
}

/** All changes under the filters, newest first, with a row for each field. Moments are those of the time zone. */
export function exportChanges(db: Database, filters: ChangesFilter, time_zone: string): Sheet<ChangedField> {
  const rows = readOnSnapshot(db, async function* (tx) {
    for await (const changes of fetchBatches(tx, allChanges(filters, time_zone))) {
      const names = await readNames(tx, changes);
      yield changes.flatMap((change) => fieldsOf(change, names));
    }
  });
  return { title: "Changes", columns: columnsOf(time_zone), rows };
}

type Names = Readonly<Record<string, string>>;

function fieldsOf(change: HistoryChange, names: Names): ChangedField[] {
  const { noun, row_id, before, after } = change;
  const name = row_id === null ? undefined : names[row_id];
  const fields = Object.entries(historyFields[noun]).filter(([field]) => field in { ...before, ...after });
  if (fields.length === 0) return [{ change, name, label: "", from: nothing, to: nothing }];
  const { id, product_id } = { ...after, ...before };
  const product = noun === "sales" && (names[String(product_id)] ?? names[String(id)]);
  return fields.map(([field, label]) => ({
    change,
    name,
    label: product && field !== "product_id" ? `${label} of ${product}` : label,
    from: shown(field, before?.[field], names),
    to: shown(field, after?.[field], names),
  }));
}

/** What the values of these fields are, if not just texts and numbers. */
const textKinds: Readonly<Record<string, Kind>> = {
  contact_number: "phone",
  visit_date: "day",
  day: "day",
  from_month: "day",
};
const numberKinds: Readonly<Record<string, Kind>> = {
  price: "rupees",
  unit_price: "rupees",
  quantity: "units",
  norm: "units",
};

const nothing: Shown = { kind: "text", text: "" };

function shown(field: string, value: unknown, names: Names): Shown {
  if (value === null || value === undefined) return nothing;
  const text = String(value);
  if (typeof value === "number") {
    const kind = numberKinds[field] ?? "number";
    return { kind, text: kind === "rupees" ? value.toFixed(2) : text };
  }
  if (field.endsWith("_id")) return { kind: "text", text: names[text] ?? text };
  const kind = textKinds[field] ?? "text";
  return { kind: kind === "day" && !isDay(text) ? "text" : kind, text };
}
