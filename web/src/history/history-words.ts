import { permissionLabel, permissions } from "@rounds/domain/account/permissions.ts";
import { formatDay, formatMonth, isDay } from "@rounds/domain/calendar/calendar.ts";
import { historyFields, historyNouns } from "@rounds/domain/history/fields.ts";
import type { Deletion, HistoryChange } from "@rounds/domain/history/history.ts";
import { formatCount } from "@rounds/domain/money/count.ts";
import { formatRupees } from "@rounds/domain/money/money.ts";
import { roleOf } from "@rounds/domain/team/roles.ts";
import { capitalized } from "@rounds/domain/text/capitalized.ts";
import { counted } from "../ui/counted.ts";

type Names = Readonly<Record<string, string>>;
type Noun = HistoryChange["noun"];

/** One field that was changed, or one line of a visit, in words. */
export type ChangedPart = {
  key: string;
  label: string;
  /** Missing where there is nothing to tell, as of an added line. */
  from?: string;
  to?: string;
  /** The former value of a field that an edit changed; `line` is the id of a visit's line whose field it is. */
  former?: { field: string; value: unknown; line?: string };
};

/** What was done to one record at once, in words. */
export type HistoryEntry = {
  key: number;
  at: string;
  who: string;
  /** "changed", "deleted", "brought back", "added". */
  did: string;
  /** What it was done to: "Doctor Dr. Asha Rao", "Holiday". */
  what: string;
  noun: Noun;
  record: string | null;
  parts: ChangedPart[];
  /** Whether what was changed has been erased. */
  erased: boolean;
};

/** Who made a change, in words. */
export function whoOf({ by, by_id }: Pick<HistoryChange, "by" | "by_id">): string {
  return by ?? (by_id ? "a deleted account" : "the database");
}

/** Changes in words, newest first; those of one record that were made at once are one entry. */
export function entriesOf(changes: readonly HistoryChange[], names: Names): HistoryEntry[] {
  const entries: (HistoryEntry & { batch: string })[] = [];
  for (const change of changes) {
    const last = entries.at(-1);
    const isSetting = change.row_id === null;
    const isSame = last?.batch === change.batch_id && last.record === change.row_id && !isSetting;
    const entry = isSame ? last : newEntry(change, names);
    if (!isSame) entries.push(entry as HistoryEntry & { batch: string });
    // The record itself says what was done, not its lines.
    else if (change.noun !== "sales") Object.assign(entry, headOf(change, names));
    entry.parts.unshift(...partsOf(change, names));
    entry.erased ||= isErased(change);
  }
  return entries;
}

function newEntry(change: HistoryChange, names: Names): HistoryEntry & { batch: string } {
  const { id, at, batch_id, row_id } = change;
  const start = { key: id, at, batch: batch_id, record: row_id, who: whoOf(change) };
  return { ...start, ...headOf(change, names), parts: [], erased: false };
}

function headOf(change: HistoryChange, names: Names): Pick<HistoryEntry, "did" | "what" | "noun"> {
  // A line is changed with its visit.
  const noun = change.noun === "sales" ? "visits" : change.noun;
  const did = change.noun === "sales" ? "changed" : didWords(change);
  return { did, what: whatWords(change, names), noun };
}

function didWords({ op, row_id }: HistoryChange): string {
  if (op === "updated") return "changed";
  if (op === "deleted") return row_id ? "deleted" : "removed";
  return row_id ? "brought back" : "added";
}

function whatWords({ noun, row_id, before }: HistoryChange, names: Names): string {
  if (row_id === null) return historyNouns[noun];
  const name = names[row_id] ?? (typeof before?.name === "string" ? before.name : undefined);
  if (noun === "doctors" || noun === "products") return [historyNouns[noun], name].filter(Boolean).join(" ");
  const doctor = name ?? names[String(before?.doctor_id)];
  return doctor ? `Visit to ${doctor}` : "Visit";
}

function isErased({ before, after }: HistoryChange): boolean {
  return Object.keys(before ?? after ?? {}).length === 0;
}

function partsOf(change: HistoryChange, names: Names): ChangedPart[] {
  const { id, noun, op, row_id } = change;
  if (isErased(change)) return [];
  if (noun === "sales") return linePartsOf(change, names);
  if (row_id === null) return [{ key: `${id}`, ...settingWords(change, names) }];
  // What was deleted as a whole is told by its name.
  if (op !== "updated") return [];
  return changedFields(change).map(([field, label]) => ({
    key: `${id} ${field}`,
    label,
    from: valueWords(field, change.before?.[field], names),
    to: valueWords(field, change.after?.[field], names),
    former: { field, value: change.before?.[field] ?? null },
  }));
}

function changedFields({ noun, before, after }: HistoryChange): [string, string][] {
  return Object.entries(historyFields[noun]).filter(([field]) => field in { ...before, ...after });
}

/** A line of a visit: "Dolo 650: quantity", from 3 to 5. */
function linePartsOf(change: HistoryChange, names: Names): ChangedPart[] {
  const { id, op, before, after } = change;
  const line = String((before ?? after)?.id);
  const product = names[String((before ?? after)?.product_id)] ?? names[line] ?? "A deleted product";
  if (op !== "updated") {
    const { quantity, unit_price } = (before ?? after ?? {}) as Record<string, unknown>;
    const sold = `${valueWords("quantity", quantity, names)} at ${valueWords("unit_price", unit_price, names)}`;
    return [{ key: `${id}`, label: `${product} ${op === "added" ? "added" : "removed"}`, to: sold }];
  }
  return changedFields(change).map(([field, label]) => ({
    key: `${id} ${field}`,
    label: field === "product_id" ? "Product of a line" : `${product}: ${label.toLowerCase()}`,
    from: valueWords(field, before?.[field], names),
    to: valueWords(field, after?.[field], names),
    former: { field, value: before?.[field] ?? null, line },
  }));
}

function settingWords(change: HistoryChange, names: Names): Pick<ChangedPart, "label" | "from" | "to"> {
  const { noun, op, before, after } = change;
  const values = after ?? before ?? {};
  const words = (field: string, of = values) => valueWords(field, of[field], names);
  if (noun === "call_norms") {
    const norm = (of: Record<string, unknown> | null) => {
      if (!of) return "none";
      const gap = of.min_gap_days ? `, ${words("min_gap_days", of)} days apart` : "";
      return words("per_month", of) + gap;
    };
    const label = `Calls a month, class ${words("doctor_class")}, from ${words("from_month")}`;
    return { label, from: norm(before), to: norm(after) };
  }
  if (noun === "company")
    return { label: "Name", from: words("name", before ?? {}), to: words("name", after ?? {}) };
  if (noun === "permissions") {
    const allowed = (of: Record<string, unknown> | null) => (of?.allowed === false ? "no" : "yes");
    const may = permissions.find((one) => one === values.permission);
    const label = `${capitalized(String(values.role))}: ${may ? permissionLabel(may).toLowerCase() : String(values.permission)}`;
    return { label, from: allowed(before), to: allowed(after) };
  }
  if (noun === "members") {
    const account = (of: Record<string, unknown> | null) =>
      of ? `${roleWords(of.role)}${of.disabled === true ? ", disabled" : ""}` : "deleted";
    return { label: words("user_id"), from: account(before), to: account(after) };
  }
  if (noun === "leave_days") return { label: words("user_id"), to: words("day") };
  if (op === "updated")
    return { label: words("day"), from: words("name", before ?? {}), to: words("name", after ?? {}) };
  return { label: words("day"), to: words("name") };
}

function roleWords(stored: unknown): string {
  const role = roleOf(stored);
  return role === "admin" ? "Administrator" : capitalized(role);
}

/** What stands for a missing value, by its field. */
const nothing: Readonly<Record<string, string>> = {
  representative_id: "Everybody",
  norm: "Same as the class",
};
/** What stands for something that has no name any more. */
const gone: Readonly<Record<string, string>> = {
  doctor_id: "a deleted doctor",
  product_id: "a deleted product",
  representative_id: "a deleted account",
  user_id: "a deleted account",
};

/** A value of a field in words. */
export function valueWords(field: string, value: unknown, names: Names): string {
  if (value === null || value === undefined || value === "") return nothing[field] ?? "empty";
  const text = String(value);
  if (field in gone) return names[text] ?? gone[field] ?? text;
  if (field === "price" || field === "unit_price") return formatRupees(Number(value).toFixed(2));
  if (field === "from_month" && isDay(text)) return formatMonth(text);
  if ((field === "visit_date" || field === "day") && isDay(text)) return formatDay(text);
  if (field === "status" || field === "doctor_type") return capitalized(text);
  return typeof value === "number" ? formatCount(value) : text;
}

/** Whether a record has the former value of a field again: its fields, and those of its lines in `sales`. */
export function isAsBefore({ field, value, line }: NonNullable<ChangedPart["former"]>, row: object): boolean {
  const { sales = [] } = row as { sales?: readonly { id: string }[] };
  const of = (line ? sales.find(({ id }) => id === line) : row) as Record<string, unknown> | undefined;
  // A line that was removed since has no field to set.
  if (!of) return true;
  if (field === "price" || field === "unit_price") return Number(of[field]) === Number(value);
  return (of[field] ?? null) === (value ?? null);
}

/** What would come back with a deleted record, in words; "" if nothing else would. */
export function comesBackWords({ noun, visits, sales, units }: Deletion): string {
  const parts = [
    noun === "doctors" && visits > 0 && counted(visits, "visit"),
    sales > 0 && counted(sales, "sale"),
    units > 0 && `${counted(units, "unit")} ${units === 1 ? "leaves" : "leave"} the stock again`,
  ];
  return parts.filter((part) => part !== false).join(", ");
}
