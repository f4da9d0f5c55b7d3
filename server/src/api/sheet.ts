import type { ExportFormat } from "@rounds/domain/paging/export-file.ts";
import type { FilePart } from "@rounds/http/download.ts";
import { byteOrderMark, type Cell, csvRecord, phoneCell } from "./csv.ts";
import type { Sheet, SheetColumn } from "./sheet-columns.ts";
import { writeWorkbook } from "./xlsx.ts";

/** The media types of an export, by format. */
export const mediaTypes: Record<ExportFormat, string> = {
  csv: "text/csv",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
};

/** A list as a file that is created while it is read. */
export function writeSheet<Row>(
  sheet: Sheet<Row>,
  format: ExportFormat,
): AsyncGenerator<FilePart, void, undefined> {
  return format === "csv" ? writeCsv(sheet) : writeWorkbook(sheet);
}

async function* writeCsv<Row>({ columns, rows }: Sheet<Row>): AsyncGenerator<string, void, undefined> {
  let head = byteOrderMark + csvRecord(columns.map(({ label }) => label));
  for await (const batch of rows) {
    yield head + batch.map((row) => csvRecord(columns.map((column) => csvCellOf(column, row)))).join("");
    head = "";
  }
  if (head !== "") yield head;
}

function csvCellOf<Row>({ kind, kindOf, value }: SheetColumn<Row>, row: Row): Cell {
  const content = value(row) ?? "";
  if (content === "") return "";
  switch (kindOf?.(row) ?? kind) {
    case "phone":
      return phoneCell(String(content));
    case "rupees":
    case "units":
    case "number":
      return { number: content };
    case "text":
    case "day":
    case "moment":
      return String(content);
  }
}
