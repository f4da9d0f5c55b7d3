import { historyFields, historyNouns } from "@rounds/domain/history/fields.ts";
import type { Deletion, HistoryChange } from "@rounds/domain/history/history.ts";
import { counted } from "../ui/figure/counted.ts";
import { fieldSentence, lineSentence, type Sentence, settingSentences } from "./sentences.ts";
import { type Names, valueWords } from "./value-words.ts";

/** The value that a field had before an edit; `line` is the id of a visit's line whose field it is. */
export type FormerValue = { field: string; value: unknown; line?: string };

/** One thing that was done, such as one field that was changed. */
export type ChangedPart = {
  key: string;
  sentence: Sentence;
  /** What an edit changed, with the field and its former value in words. */
  former?: FormerValue & { label: string; words: string };
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
  noun: HistoryChange["noun"];
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
  return entries.filter(({ record, parts }) => record !== null || parts.length > 0);
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
  const { id, noun, op, row_id, before, after } = change;
  if (isErased(change)) return [];
  if (row_id === null)
    return settingSentences(change, names).map((sentence, index) => ({ key: `${id} ${index}`, sentence }));
  const line = noun === "sales" ? String((before ?? after)?.id) : undefined;
  // What was deleted as a whole is named.
  if (!line && op !== "updated") return [];
  const product =
    line && (names[String((before ?? after)?.product_id)] ?? names[line] ?? "a deleted product");
  if (product && op !== "updated")
    return [{ key: `${id}`, sentence: lineSentence(op, before ?? after ?? {}, product, names) }];
  return changedFields(change).map(([field, label]) => {
    const value = before?.[field] ?? null;
    const ofLine = field === "product_id" ? "a line" : product;
    return {
      key: `${id} ${field}`,
      sentence: fieldSentence(field, change, names, product),
      former: {
        ...{ field, value, words: valueWords(field, value, names), ...(line && { line }) },
        label: ofLine ? `${label} of ${ofLine}` : label,
      },
    };
  });
}

function changedFields({ noun, before, after }: HistoryChange): [string, string][] {
  return Object.entries(historyFields[noun]).filter(([field]) => field in { ...before, ...after });
}

/** An entry as it is read: what is said first, the only thing that was done if that says it all, and the other things. */
export function storyOf({ who, did, parts }: HistoryEntry): {
  headline: Sentence;
  only?: ChangedPart;
  parts: readonly ChangedPart[];
} {
  if (did === "brought back") return { headline: [`${who} brought it back`], parts };
  const [only] = parts;
  if (did === "deleted" || !only) return { headline: [`${who} ${did} it`], parts };
  if (parts.length > 1) return { headline: [`${who} made ${parts.length} changes`], parts };
  return { headline: [`${who} `, ...only.sentence], only, parts: [] };
}

/** Whether a record has the former value of a field again: its fields, and those of its lines in `sales`. */
export function isAsBefore({ field, value, line }: FormerValue, row: object): boolean {
  const { sales = [] } = row as { sales?: readonly { id: string }[] };
  const of = (line ? sales.find(({ id }) => id === line) : row) as Record<string, unknown> | undefined;
  // A line that was removed since has no field to set.
  if (!of) return true;
  if (field === "price" || field === "unit_price") return Number(of[field]) === Number(value);
  return (of[field] ?? null) === (value ?? null);
}

/** What a deletion took. */
type Taken = Pick<Deletion, "noun" | "visits" | "sales" | "units">;

/** What would come back with a deleted record, in words; "" if nothing else would. */
export function comesBackWords({ noun, visits, sales, units }: Taken): string {
  const parts = [
    noun === "doctors" && visits > 0 && counted(visits, "visit"),
    sales > 0 && counted(sales, "sale"),
    units > 0 && `${counted(units, "unit")} ${units === 1 ? "leaves" : "leave"} the stock again`,
  ];
  return parts.filter((part) => part !== false).join(", ");
}

/**
 * The same by the record's changes, newest first, which say it of a visit. `hasOlder`: older ones are not loaded yet, and may be of
 * the same deletion.
 */
export function comesBackByHistory(
  deletion: HistoryChange,
  changes: readonly HistoryChange[],
  hasOlder: boolean,
): string {
  const { noun, batch_id, before } = deletion;
  if (noun === "doctors") return "visits, sales and skipped visits that were deleted with the doctor";
  if (noun !== "visits") return "";
  const movesStock = before?.moves_stock !== false;
  if (hasOlder && changes.at(-1)?.batch_id === batch_id)
    return `the sales that were deleted with it${movesStock ? "; their units leave the stock again" : ""}`;
  const sales = changes.filter(
    (change) => change.noun === "sales" && change.op === "deleted" && change.batch_id === batch_id,
  );
  const units = movesStock ? sales.reduce((sum, sale) => sum + Number(sale.before?.quantity), 0) : 0;
  return comesBackWords({ noun, visits: 1, sales: sales.length, units });
}
