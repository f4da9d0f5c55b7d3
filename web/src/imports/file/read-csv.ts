import { headingLines, recognisedFields } from "@rounds/domain/imports/headings.ts";
import type { ImportNoun } from "@rounds/domain/imports/import-fields.ts";
import { csvRecords } from "./csv-records.ts";
import { mostSheetColumns } from "./file-limits.ts";

/** What separates the cells of a line. Excel writes what the computer's settings say: in India a comma, in Europe ";". */
const delimiters = [",", "\t", ";", "|"];

/** Cells that were copied from a sheet have tabs between them. */
export type TextSource = "file" | "paste";

/**
 * The lines of a CSV file or of pasted cells, each with its texts as they are written; the delimiter is found. Reads
 * `mostLines` at most. The place of a line is its number in a spreadsheet, less one.
 */
export function readCsv(noun: ImportNoun, text: string, source: TextSource, mostLines: number): string[][] {
  // Excel's own way to name the delimiter: a first line that it does not show as one.
  const [named = "", separator] = /^\ufeff?sep=(.)\r?\n/i.exec(text) ?? [];
  const body = text.slice(named.length).replace(/\r\n?/g, "\n");
  const tabs = source === "paste" && body.includes("\t");
  const rows = parse(body, separator ?? (tabs ? "\t" : delimiterOf(noun, body)), mostLines);
  return named === "" ? rows : [[], ...rows];
}

/** The delimiter with which most headings are recognised, or else the one that divides the lines into most cells alike. */
function delimiterOf(noun: ImportNoun, text: string): string {
  const tried = delimiters.map((delimiter) => {
    const start = csvRecords(text, delimiter, headingLines).map((row) => row.slice(0, mostSheetColumns));
    const recognised = recognisedFields(noun, start);
    return { delimiter, headings: recognised > 1 ? recognised : 0, ...delimitersIn(start) };
  });
  tried.sort((one, other) => other.headings - one.headings || other.alike - one.alike || other.all - one.all);
  return tried[0]?.delimiter ?? ",";
}

/** How many delimiters there are in the lines, and in those that have most of them together because they have as many each. */
function delimitersIn(rows: readonly string[][]): { alike: number; all: number } {
  const alike = new Map<number, number>();
  for (const { length } of rows) alike.set(length, (alike.get(length) ?? 0) + length - 1);
  const counts = [...alike.values()];
  return { alike: Math.max(0, ...counts), all: counts.reduce((sum, count) => sum + count, 0) };
}

function parse(text: string, delimiter: string, most: number): string[][] {
  // Excel ends each line with as many delimiters as the longest one has.
  return csvRecords(text, delimiter, most).map((row) =>
    row.slice(0, row.findLastIndex((cell) => cell !== "") + 1),
  );
}
