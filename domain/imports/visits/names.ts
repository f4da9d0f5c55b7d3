import { z } from "zod";
import { pageNumber, pageOf } from "../../paging/paging.ts";
import { recordId } from "../../records/record.ts";
import { importCells, likeRecord } from "../import-row.ts";

/** What a text of a list of visits can mean. */
const kinds = ["doctor", "product"] as const;
export type NameKind = (typeof kinds)[number];

/** The cells of a text: those that say which doctor is meant, or the product's name. */
const cells = importCells;

/**
 * A text of a list of visits with how many rows have it. `unclear`: nobody has decided, and its rows are left out; `chosen`:
 * it means `record`, null if that was deleted since; `left_out`: a person leaves its rows out.
 */
const importName = z.object({
  kind: z.enum(kinds),
  cells: z.partialRecord(z.string(), z.string()),
  rows: z.int(),
  state: z.enum(["unclear", "chosen", "left_out"]),
  record: likeRecord.nullable(),
  /** Whether the person decided it for another file. */
  is_remembered: z.boolean(),
  /** Records that it may mean, the likeliest first. */
  candidates: z.array(likeRecord),
});
export type ImportName = z.output<typeof importName>;

export const importNamesQuery = z.object({ page: pageNumber });
export type ImportNamesQuery = z.input<typeof importNamesQuery>;

/** One page of names: those that are unclear first, then by how many rows have them. `unclear`: how many are, on all pages. */
export const importNames = pageOf(importName).extend({ unclear: z.int() });
export type ImportNames = z.output<typeof importNames>;

/** Decides about a text: the record that it means, `left_out`, or `unclear` to take a decision back. */
export const nameMatch = z.strictObject({
  kind: z.enum(kinds),
  cells,
  choice: z.union([z.literal(["left_out", "unclear"]), recordId]),
});
export type NameMatch = z.input<typeof nameMatch>;

/** Whether the sales of visits move the stock. */
export const stockChoice = z.strictObject({ moves_stock: z.boolean() });
export type StockChoice = z.input<typeof stockChoice>;
