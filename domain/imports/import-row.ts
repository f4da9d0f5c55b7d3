import { z } from "zod";
import { exportFormat, pageNumber, pageOf } from "../paging/paging.ts";
import { recordId } from "../records/record.ts";
import { importFields } from "./import-fields.ts";
import { importPortion, longestCellOf, mostCharactersSent } from "./limits.ts";

/**
 * What becomes of a row: `create` and `update` are applied; `same` is there as it is; at `look` a person must decide;
 * `refused` can't be brought in before it is corrected; `skipped` was left out by a person.
 */
export const verdicts = ["unchecked", "create", "update", "same", "look", "refused", "skipped"] as const;
export type Verdict = (typeof verdicts)[number];

/** What became of a row to create or update; `kept` could not be undone. */
export const outcomes = ["applied", "failed", "undone", "kept"] as const;
export type Outcome = (typeof outcomes)[number];

/** What a person decided about a row. */
const decisions = ["create", "update", "skip"] as const;
export type Decision = (typeof decisions)[number];

const field = z.enum(importFields);

// biome-ignore lint/suspicious/noControlCharactersInRegex: PostgreSQL can't store this character
const nul = /\u0000/;
const cellText = z
  .string()
  .refine(
    (text) => !nul.test(text) && text.isWellFormed(),
    "This text contains characters that can't be saved",
  );

/** The cells of a row as they are in the file, by the field that they fill; those that are left out are empty. */
export const importCells = z.partialRecord(field, cellText).superRefine((cells, context) => {
  for (const name of importFields) {
    const longest = longestCellOf(name);
    const message = `A cell has at most ${longest} characters`;
    if ((cells[name]?.length ?? 0) > longest) context.addIssue({ code: "custom", message, path: [name] });
  }
});
export type ImportCells = z.output<typeof importCells>;

/** The number of a row in the file, as the person sees it there. */
const line = z.int().min(1).max(10_000_000);

/** The next rows of an import, in one request; sent again, they replace themselves. */
export const importRowsSent = z.strictObject({
  rows: z
    .array(z.strictObject({ line, cells: importCells }))
    .min(1, "Please send at least one row")
    .max(importPortion, `Please send at most ${importPortion} rows`)
    .refine((rows) => new Set(rows.map((row) => row.line)).size === rows.length, "Please send each line once")
    .refine(
      (rows) => charactersOf(rows) <= mostCharactersSent,
      `Please send at most ${mostCharactersSent} characters`,
    ),
});
export type ImportRowsSent = z.input<typeof importRowsSent>;

/** How many characters the cells of rows have together. */
function charactersOf(rows: readonly { cells: ImportCells }[]): number {
  let sum = 0;
  for (const { cells } of rows) for (const text of Object.values(cells)) sum += text.length;
  return sum;
}

/** Why a row has its verdict, or what was noticed when it was read; null: about the row as a whole. */
const importReason = z.object({ field: field.nullable(), code: z.string(), message: z.string() });
export type ImportReason = z.output<typeof importReason>;

/** A record that is there; `where` tells those of the same name apart, such as a doctor's hospital and city. */
export const likeRecord = z.object({ id: z.uuid(), name: z.string(), where: z.string() });
export type LikeRecord = z.output<typeof likeRecord>;

/** A row of an import, checked or not. */
export const importRow = z.object({
  line: z.int(),
  cells: z.partialRecord(field, z.string()),
  verdict: z.enum(verdicts),
  reasons: z.array(importReason),
  /** The record that it updates, that is the same, or that is most like it. */
  target: likeRecord.nullable(),
  /** All that are like it, the most likely first. */
  candidates: z.array(likeRecord),
  decision: z.enum(decisions).nullable(),
  /** What an update changes; a `field` of `address` holds the city too. */
  changes: z.array(z.object({ field, from: z.string().nullable(), to: z.string().nullable() })),
  outcome: z.enum(outcomes).nullable(),
  /** Why it failed, or was kept by Undo. */
  problem: z.object({ code: z.string(), message: z.string() }).nullable(),
  /** The record that was created or updated. */
  record_id: z.uuid().nullable(),
});
export type ImportRow = z.output<typeof importRow>;

/** Which rows of an import: those of one verdict or outcome; an empty one does not filter. In the order of their lines. */
export const importRowsQuery = z.object({
  verdict: z.enum(["", ...verdicts, ...outcomes]).default(""),
  page: pageNumber,
});
export type ImportRowsQuery = z.input<typeof importRowsQuery>;

/** The same rows as a file. */
export const importExportQuery = importRowsQuery.omit({ page: true }).extend({ format: exportFormat });
export type ImportExportQuery = z.input<typeof importExportQuery>;

export const importRows = pageOf(importRow);
export type ImportRows = z.output<typeof importRows>;

/**
 * Corrects a row or decides about it. Cells that are left out stay as they are. A decision of `update` takes `target_id`, or
 * without it the row's target; null takes a decision back.
 */
export const importRowFix = z.strictObject({
  line,
  cells: importCells.optional(),
  decision: z.enum(decisions).nullable().optional(),
  target_id: recordId.optional(),
});
export type ImportRowFix = z.input<typeof importRowFix>;

/** Decides at once about all rows that wait for a person. */
export const importDecision = z.strictObject({ decision: z.enum(["create", "skip"]) });
export type ImportDecision = z.input<typeof importDecision>;
