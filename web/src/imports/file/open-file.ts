import { headingLines } from "@rounds/domain/imports/headings.ts";
import type { ImportNoun } from "@rounds/domain/imports/import-fields.ts";
import { mostImportRows } from "@rounds/domain/imports/limits.ts";
import { decodeText } from "./decode-text.ts";
import {
  mostFileBytes,
  mostSheetColumns,
  tooLargeFile,
  tooManyColumns,
  tooManyRows,
  UnreadableFile,
} from "./file-limits.ts";
import { readCsv, type TextSource } from "./read-csv.ts";
import { openXlsx, type Workbook } from "./read-xlsx.ts";

/** Blank lines and titles count as lines of a file, but not as rows. */
const mostLines = 3 * mostImportRows;
/** The lines with values: of the rows, and those of titles and headings. */
const mostFilled = mostImportRows + headingLines;

const oldExcel =
  "This is an old Excel file (.xls), or one with a password. Please open it in Excel and save it as .xlsx without a password.";
const webPage =
  "This file is a web page, not a sheet. Please open it in Excel and save it as .xlsx, or copy the cells and paste them here.";

/** Opens a file by its content, whatever its name says: an Excel workbook, or else a CSV file. */
export function openFile(noun: ImportNoun, bytes: Uint8Array): Workbook {
  if (bytes.length > mostFileBytes) throw new UnreadableFile(tooLargeFile);
  if (startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0)) throw new UnreadableFile(oldExcel);
  if (startsWith(bytes, 0x50, 0x4b)) return openXlsx(bytes, mostFilled);
  const text = decodeText(bytes);
  if (/^\ufeff?\s*<(?:!doctype|html|\?xml|table)\b/i.test(text)) throw new UnreadableFile(webPage);
  return openText(noun, text, "file");
}

/** Opens a CSV file's text, or cells that were copied from a sheet. */
export function openText(noun: ImportNoun, text: string, source: TextSource): Workbook {
  if (text.length > mostFileBytes) throw new UnreadableFile(tooLargeFile);
  return {
    sheets: [""],
    async read() {
      const rows = readCsv(noun, text, source, mostLines);
      if (rows.some((row) => row.length > mostSheetColumns)) throw new UnreadableFile(tooManyColumns);
      if (rows.length === mostLines || rows.filter((row) => row.length > 0).length > mostFilled)
        throw new UnreadableFile(tooManyRows);
      return { rows, filled: 0 };
    },
  };
}

function startsWith(bytes: Uint8Array, ...first: number[]): boolean {
  return first.every((byte, at) => bytes[at] === byte);
}
