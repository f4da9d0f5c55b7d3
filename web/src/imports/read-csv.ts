import { headingLines, recognisedFields } from "@rounds/domain/imports/headings.ts";
import type { ImportNoun } from "@rounds/domain/imports/import-fields.ts";
import Papa from "papaparse";
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

/** The delimiter with which most headings are recognised; "" lets the library compare the lines' lengths. */
function delimiterOf(noun: ImportNoun, text: string): string {
  const counts = delimiters.map((delimiter) => {
    const start = parse(text, delimiter, headingLines);
    return recognisedFields(
      noun,
      start.map((row) => row.slice(0, mostSheetColumns)),
    );
  });
  const most = Math.max(...counts);
  return most > 1 ? (delimiters[counts.indexOf(most)] ?? "") : "";
}

function parse(text: string, delimiter: string, preview: number): string[][] {
  const settings = { delimiter, preview, delimitersToGuess: delimiters };
  const read = Papa.parse<string[]>(text, settings);
  // A quote that is never closed is a part of the text, not the beginning of a cell as long as the rest of the file.
  const isOpen = read.errors.some(({ code }) => code === "MissingQuotes");
  const { data } = isOpen ? Papa.parse<string[]>(text, { ...settings, quoteChar: "\0" }) : read;
  // Excel ends each line with as many delimiters as the longest one has.
  return data.map((row) => row.slice(0, row.findLastIndex((cell) => cell !== "") + 1));
}
