import { epochDays } from "@rounds/domain/calendar/calendar.ts";
import { rowsOnSheet } from "@rounds/domain/paging/export-file.ts";
import type { Kind, Sheet, SheetColumn } from "./sheet-columns.ts";
import {
  cellStyles,
  contentTypes,
  figureStyle,
  mainRelations,
  relationsOf,
  styles,
  workbook,
} from "./xlsx-parts.ts";
import { xmlText } from "./xml-text.ts";
import { type PackedFile, writeZip } from "./zip.ts";

/**
 * A list as an Excel workbook (ECMA-376) that is created while it is read: a sheet of it is compressed as its rows come,
 * so that memory holds one batch. Texts are written into their cells, never as formulas. A list that is longer than a
 * sheet continues on the next one.
 */
export async function* writeWorkbook<Row>(
  sheet: Sheet<Row>,
  rowsPerSheet = rowsOnSheet,
): AsyncGenerator<Uint8Array, void, undefined> {
  const supply = rowSupply(sheet.rows);
  try {
    // An error in the first rows is answered before anything is sent.
    await supply.peek();
    yield* writeZip(parts(sheet, supply, rowsPerSheet));
  } finally {
    await sheet.rows.return();
  }
}

/** The files of a workbook: its sheets, then what describes them. */
async function* parts<Row>(
  { title, columns }: Sheet<Row>,
  supply: ReturnType<typeof rowSupply<Row>>,
  rowsPerSheet: number,
): AsyncGenerator<PackedFile, void, undefined> {
  let sheets = 0;
  do {
    sheets++;
    const content = sheetParts(columns, supply, rowsPerSheet, sheets === 1);
    yield { name: `xl/worksheets/sheet${sheets}.xml`, content };
  } while (!supply.isOver());
  yield { name: "[Content_Types].xml", content: contentTypes(sheets) };
  yield { name: "_rels/.rels", content: mainRelations };
  yield { name: "xl/workbook.xml", content: workbook(title, sheets) };
  yield { name: "xl/_rels/workbook.xml.rels", content: relationsOf(sheets) };
  yield { name: "xl/styles.xml", content: styles };
}

/** Rows one batch after another, of which a sheet takes as many as it holds. */
function rowSupply<Row>(rows: AsyncGenerator<Row[], void, undefined>) {
  let held: Row[] = [];
  let over = false;
  async function peek(): Promise<Row[]> {
    while (held.length === 0 && !over) {
      const next = await rows.next();
      if (next.done) over = true;
      else held = next.value;
    }
    return held;
  }
  return {
    /** Reads until there are rows, or no more. */
    peek,
    isOver: () => over && held.length === 0,
    async take(most: number): Promise<Row[]> {
      const batch = await peek();
      held = batch.slice(most);
      return batch.slice(0, most);
    },
  };
}

async function* sheetParts<Row>(
  columns: readonly SheetColumn<Row>[],
  supply: ReturnType<typeof rowSupply<Row>>,
  rowsPerSheet: number,
  isFirst: boolean,
): AsyncGenerator<string, void, undefined> {
  const letters = columns.map((_, at) => columnLetters(at));
  yield sheetHead(columns, isFirst) + headRow(columns, letters);
  let written = 0;
  while (written < rowsPerSheet) {
    const rows = await supply.take(rowsPerSheet - written);
    if (rows.length === 0) break;
    yield rows.map((row, at) => rowXml(columns, letters, row, written + at + 2)).join("");
    written += rows.length;
  }
  // Whether there are more is known before this sheet ends.
  await supply.peek();
  yield `</sheetData><autoFilter ref="A1:${letters.at(-1)}${written + 1}"/></worksheet>`;
}

function sheetHead<Row>(columns: readonly SheetColumn<Row>[], isFirst: boolean): string {
  const widths = columns.map(
    ({ label, kind, width }, at) =>
      `<col min="${at + 1}" max="${at + 1}" width="${width ?? Math.max(kindWidths[kind], label.length + 4)}" customWidth="1"/>`,
  );
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetViews><sheetView${isFirst ? ' tabSelected="1"' : ""} workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/><selection pane="bottomLeft"/></sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/><cols>${widths.join("")}</cols><sheetData>`;
}

const kindWidths: Record<Kind, number> = {
  text: 24,
  phone: 18,
  day: 13,
  moment: 19,
  rupees: 16,
  units: 11,
  number: 11,
};

function headRow<Row>(columns: readonly SheetColumn<Row>[], letters: readonly string[]): string {
  const cells = columns.map(({ label }, at) => textCell(`${letters[at]}1`, cellStyles.head, label));
  return `<row r="1">${cells.join("")}</row>`;
}

function rowXml<Row>(
  columns: readonly SheetColumn<Row>[],
  letters: readonly string[],
  row: Row,
  number: number,
): string {
  const cells = columns.map(({ kind, kindOf, value }, at) =>
    cellXml(`${letters[at]}${number}`, kindOf?.(row) ?? kind, value(row)),
  );
  return `<row r="${number}">${cells.join("")}</row>`;
}

function cellXml(place: string, kind: Kind, value: string | number | null | undefined): string {
  if (value === null || value === undefined || value === "") return "";
  switch (kind) {
    case "text":
    case "phone":
      return textCell(place, cellStyles[kind], String(value));
    case "day":
    case "moment":
      return numberCell(place, cellStyles[kind], serial(String(value)));
    case "rupees":
    case "units":
      return numberCell(place, figureStyle(kind, Number(value)), value);
    case "number":
      return numberCell(place, cellStyles[kind], value);
  }
}

function numberCell(place: string, style: number, value: string | number): string {
  return `<c r="${place}" s="${style}"><v>${value}</v></c>`;
}

function textCell(place: string, style: number, text: string): string {
  return `<c r="${place}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${xmlText(text)}</t></is></c>`;
}

/** The days from 1899-12-30, from which Excel counts, to 1970-01-01. */
const excelEpochDays = 25_569;

/** A day, perhaps with a time of day ("2025-06-15 14:30"), as Excel counts days. */
function serial(text: string): number {
  const [day = "", time] = text.split(" ");
  const [hours = 0, minutes = 0] = time?.split(":").map(Number) ?? [];
  const days = epochDays(day) + excelEpochDays;
  // Excel believes that 1900 had a February 29: before March its days are counted from one day later.
  return (days < 61 ? days - 1 : days) + (hours * 60 + minutes) / 1440;
}

/** The letters of a column by its number from 0: A, Z, AA. */
function columnLetters(at: number): string {
  const last = String.fromCharCode(65 + (at % 26));
  return at < 26 ? last : columnLetters(Math.floor(at / 26) - 1) + last;
}
