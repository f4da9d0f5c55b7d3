import { longestNotes } from "../visits/notes.ts";
import type { ColumnField } from "./import-fields.ts";

/** How many rows one import has at most. */
export const mostImportRows = 20_000;

/** How many rows one request stores, checks, applies or undoes: each is one transaction. */
export const importPortion = 500;

/** How many characters the cells of one request have at most together, so that it stays below the server's limit. */
export const mostCharactersSent = 200_000;

/** The most characters of a cell, without those of notes. Some of what reads cells takes long for longer ones. */
export const longestCell = 2_000;

/**
 * The most characters of a cell of a field. No field takes so many: of a longer one the first are sent, and refused all the
 * same.
 */
export function longestCellOf(field: ColumnField | null): number {
  return field === "notes" ? longestNotes + 1_000 : longestCell;
}

/** How many columns of a file are named in a mapping. */
export const mostColumns = 200;

/** How many rows of an import one page shows. */
export const importPageSize = 25;

/** How many names of a list of visits one page shows. */
export const namesPageSize = 25;

/** For how many days an import can be undone. Its rows are forgotten after that. */
export const undoableDays = 30;
