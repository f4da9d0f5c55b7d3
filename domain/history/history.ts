import { z } from "zod";
import { dayFilter } from "../calendar/day-filter.ts";
import { doctorMerge } from "../doctors/duplicates/merge-doctors.ts";
import { exportFormat } from "../paging/paging.ts";
import { moment, recordId } from "../records/record.ts";
import { changesNouns, recordNouns, settingNouns } from "./nouns.ts";

export type RecordNoun = (typeof recordNouns)[number];

/** How many changes one page has. */
export const historyPageSize = 50;
/** For how many days what was deleted can be restored, unless the settings say otherwise. */
export const restorableDays = 90;

/** What happened to a row: `added` is a line of a visit that an edit added, or a setting. */
const historyOps = ["added", "updated", "deleted"] as const;

const values = z.record(z.string(), z.unknown());

/**
 * One change of one row. `noun` "sales" is a line of the visit whose history it is in. `before` and `after` hold the
 * fields that changed and the row's id; a deletion's `before` is the whole row. Both are empty once they were erased.
 */
const change = z.object({
  id: z.int(),
  at: moment,
  noun: z.enum([...recordNouns, "sales", ...settingNouns]),
  op: z.enum(historyOps),
  /** The record; null for a setting. */
  row_id: z.uuid().nullable(),
  /** Who did it, by name or else email address; null for a deleted account, which `by_id` still names, and for the database itself. */
  by: z.string().nullable(),
  by_id: z.uuid().nullable(),
  /** What was done at once has one batch, which can be undone. */
  batch_id: z.uuid(),
  before: values.nullable(),
  after: values.nullable(),
});
export type HistoryChange = z.output<typeof change>;

export const historyParams = z.object({ noun: z.enum(recordNouns), id: recordId });
export type HistoryParams = { noun: RecordNoun; id: string };

/** Older changes come with the id of the last one that is known. */
export const historyQuery = z.object({
  before: z
    .string()
    .regex(/^[1-9]\d{0,14}$/)
    .transform(Number)
    .optional(),
});
export type HistoryQuery = { before?: string | undefined };

/**
 * The names of the people, doctors and products that values name by their ids, and of the records themselves by theirs: of a
 * visit the doctor's, of a line of a visit the product's. Deleted doctors and products have the names that they had.
 */
const names = z.record(z.uuid(), z.string());

/**
 * Why nobody can bring a deleted record back: it was deleted more than so many `days` ago, its history was erased, or it is a doctor
 * who was merged into another. The name is null if it is not known any more.
 */
const staysDeleted = z.discriminatedUnion("why", [
  z.object({ why: z.literal("too_long_ago"), days: z.int() }),
  z.object({ why: z.literal("erased") }),
  z.object({ why: z.literal("merged"), into: z.object({ id: z.uuid(), name: z.string().nullable() }) }),
]);
export type StaysDeleted = z.output<typeof staysDeleted>;

export const recordHistory = z.object({
  /** Newest first. */
  changes: z.array(change),
  has_more: z.boolean(),
  created: z.object({ at: moment, by: z.string().nullable() }).nullable(),
  names,
  /** The doctors who were merged into this one, newest first; with the first page only. */
  merges: z.array(doctorMerge).optional(),
  /** With the first page only, for a deleted record that can't come back. */
  stays_deleted: staysDeleted.optional(),
});
export type RecordHistory = z.output<typeof recordHistory>;

/**
 * For the administrators' list: of one person, noun or range of days (both ends included), which applies only if both
 * are set.
 */
const changesFilters = {
  by: recordId.optional(),
  noun: z.enum(changesNouns).optional(),
  start_date: dayFilter,
  end_date: dayFilter,
};
const changesFilter = z.object(changesFilters);
export const changesQuery = historyQuery.extend(changesFilters);
export const changesExportQuery = changesFilter.extend({ format: exportFormat });
export type ChangesFilter = z.input<typeof changesFilter>;
export type ChangesQuery = HistoryQuery & ChangesFilter;
export type ChangesExport = z.input<typeof changesExportQuery>;
export const changeList = recordHistory.omit({ created: true, merges: true, stays_deleted: true });
export type ChangeList = z.output<typeof changeList>;

/** How many units of a line come back into a sale, by the line's id, where the stock does not suffice; 0: without it. */
export const restoreBody = z.strictObject({ units: z.record(recordId, z.int().min(0)).default({}) });
export type RestoreBody = { units?: Record<string, number> };

/**
 * A line that can't come back as it was: how many units of it there were, and how many the stock allows now. A refusal for
 * `insufficient_stock` names them in `details.lines`, and how many there are in all in `details.short_lines`.
 */
export const shortLine = z.object({
  id: z.uuid(),
  product_name: z.string(),
  quantity: z.int(),
  available: z.int(),
  /** The day of the sale. */
  sold_on: z.string(),
});
export type ShortLine = z.output<typeof shortLine>;
/** How many lines a refusal names; the rest is asked about next. */
export const mostShortLines = 100;

/** What a deletion took, and would come back. */
const deletion = z.object({
  /** The change's number, for the next page. */
  change: z.int(),
  batch_id: z.uuid(),
  at: moment,
  by: z.string().nullable(),
  noun: z.enum(recordNouns),
  id: z.uuid(),
  /** The doctor's or product's name; of a visit the doctor's. */
  name: z.string(),
  /** The day of a visit. */
  visit_date: z.string().nullable(),
  visits: z.int(),
  sales: z.int(),
  units: z.int(),
});
export type Deletion = z.output<typeof deletion>;

export const deletionList = z.object({
  rows: z.array(deletion),
  has_more: z.boolean(),
  /** For how many days what was deleted can be restored. */
  days: z.int(),
});
export type DeletionList = z.output<typeof deletionList>;

/**
 * What was restored or undone: one record, for the screens that show it, and how many there were in all. Settings have no id.
 */
export const undone = z.object({
  noun: z.enum(changesNouns),
  id: z.uuid().nullable(),
  records: z.int(),
});
export type Undone = z.output<typeof undone>;

/** How many changes, and rows of imported files, were emptied. */
export const erased = z.object({ changes: z.int() });
export type Erased = z.output<typeof erased>;
