import { cellsOf } from "@rounds/domain/imports/column-fields.ts";
import { guessFromValues, guessMapping, headingLine } from "@rounds/domain/imports/headings.ts";
import type { ColumnField, ColumnMapping, ImportNoun } from "@rounds/domain/imports/import-fields.ts";
import { importLists } from "@rounds/domain/imports/import-lists.ts";
import type { ImportCells } from "@rounds/domain/imports/import-row.ts";
import {
  importPortion,
  longestCell,
  longestCellOf,
  mostCharactersSent,
} from "@rounds/domain/imports/limits.ts";
import { shortened } from "@rounds/domain/imports/shortened.ts";

/** A column of a sheet as the screen shows it. */
export type Column = {
  /** Its heading, or "Column C" if it has none. */
  heading: string;
  /** A few of its values. */
  samples: string[];
  guess: ColumnField | null;
};

/** What the screen knows about a sheet before its rows are sent. */
export type Table = {
  /** The place of the line with the headings; -1 if there is none. */
  headings: number;
  columns: Column[];
  /** How many lines have values, below the headings. */
  rows: number;
  /** The beginning of the sheet, to choose another line as headings. */
  start: string[];
};

/** A row to send, with its number in the file from 1. */
type SentRow = { line: number; cells: ImportCells };

const [mostSamples, mostStart, guessedFrom] = [3, 10, 200];

/** What a sheet is: its headings, its columns, and what each may be. `headings` says where they are, if a person did. */
export function lookAt(
  noun: ImportNoun,
  rows: readonly string[][],
  headings = headingLine(noun, rows),
): Table {
  const heads = rows[headings] ?? [];
  const below = rows.slice(headings + 1).filter((row) => !isBlank(row));
  const width = Math.max(heads.length, ...below.slice(0, guessedFrom).map((row) => row.length));
  const places = Array.from({ length: width }, (_, at) => at);
  const names = places.map((at) => shortened(heads[at]?.trim() || `Column ${columnLetters(at)}`));
  const values = places.map((at) =>
    below.slice(0, guessedFrom).flatMap((row) => row[at]?.slice(0, longestCell).trim() || []),
  );
  const guesses = guessFromValues(noun, guessMapping(noun, names), names, values);
  return {
    headings,
    columns: places.map((at) => ({
      heading: names[at] ?? "",
      samples: [...new Set(values[at])].slice(0, mostSamples).map(shortened),
      guess: guesses[at] ?? null,
    })),
    rows: below.length,
    start: rows
      .slice(0, mostStart)
      .map((row) => shortened(row.filter((text) => text.trim() !== "").join(" · "))),
  };
}

/** The next rows to send, from a place in the sheet on, and the place after them; null at the end. */
export function portionOf(
  noun: ImportNoun,
  rows: readonly string[][],
  headings: number,
  mapping: ColumnMapping,
  from: number,
): { rows: SentRow[]; next: number | null } {
  const sent: SentRow[] = [];
  let characters = 0;
  let at = Math.max(from, headings + 1);
  for (; at < rows.length && sent.length < importPortion; at++) {
    const row = rows[at] ?? [];
    // Long lists have their headings again on each page.
    if (headings >= 0 && isSame(row, rows[headings] ?? [])) continue;
    const cells = cellsOf(
      noun,
      mapping,
      row.map((text, at) => text.slice(0, longestCellOf(mapping[at] ?? null))),
    );
    const length = Object.values(cells).reduce((sum, text) => sum + text.length, 0);
    if (length === 0 || importLists[noun].isEnd(cells)) continue;
    if (characters + length > mostCharactersSent) break;
    characters += length;
    sent.push({ line: at + 1, cells });
  }
  return { rows: sent, next: at < rows.length ? at : null };
}

function isBlank(row: readonly string[]): boolean {
  return row.every((text) => text.trim() === "");
}

function isSame(row: readonly string[], headings: readonly string[]): boolean {
  return headings.every((heading, at) => heading.trim() === (row[at] ?? "").trim());
}

/** The letters of a column by its place from 0: A, Z, AA. */
function columnLetters(at: number): string {
  const last = String.fromCharCode(65 + (at % 26));
  return at < 26 ? last : columnLetters(Math.floor(at / 26) - 1) + last;
}
