import type { Database } from "@rounds/database/connect.ts";
import { cellsOf } from "@rounds/domain/imports/column-fields.ts";
import { guessMapping } from "@rounds/domain/imports/headings.ts";
import type { ImportNoun } from "@rounds/domain/imports/import-fields.ts";
import type { ImportCells } from "@rounds/domain/imports/import-row.ts";
import { anId } from "@rounds/testkit/builders.ts";
import { sql } from "kysely";
import type { Context } from "../api/context.ts";
import { writeSheet } from "../api/sheet.ts";
import type { Sheet } from "../api/sheet-columns.ts";
import { applyImport } from "../imports/apply-import.ts";
import { checkImport } from "../imports/check-import.ts";
import { createImport, sendRows } from "../imports/create-import.ts";
import { undoImport } from "../imports/undo-import.ts";

// Imports without a server, as random tests make many of them.

type Asker = Pick<Context, "actor" | "now" | "today">;

/** The cells of an exported list, read as the browser reads them. */
export async function cellsOfSheet<Row>(noun: ImportNoun, sheet: Sheet<Row>): Promise<ImportCells[]> {
  const parts: string[] = [];
  for await (const part of writeSheet(sheet, "csv")) parts.push(String(part));
  const [headings = [], ...rows] = recordsOf(parts.join("").replace("\ufeff", ""));
  const mapping = guessMapping(noun, headings);
  return rows.map((row) => cellsOf(noun, mapping, row));
}

/** The records of a CSV text (RFC 4180). */
function recordsOf(text: string): string[][] {
  const records: string[][] = [[]];
  for (const [, quoted, plain = "", end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/g)) {
    records.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === "\r\n") records.push([]);
    if (end === "") break;
  }
  return records.slice(0, -1);
}

/** A row as it was judged, and what became of it. */
type Row = {
  line: number;
  verdict: string;
  outcome: string | null;
  target_id: string | null;
  record_id: string | null;
  double_of: number | null;
  values: Record<string, unknown>;
  problem: unknown;
};

/** The rows of an import as they are stored. */
export async function judgedRows(db: Database, id: string): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select line, verdict, outcome, target_id, record_id, double_of, "values", problem from imports.rows
    where import_id = ${id} order by line`.execute(db);
  return rows;
}

async function until(state: string, step: () => Promise<{ state: string }>) {
  while ((await step()).state !== state);
}

/** An import that is checked, so many rows at a time. */
export async function prepareImport(
  db: Database,
  noun: ImportNoun,
  cells: readonly ImportCells[],
  asker: Asker,
  portion: number,
): Promise<string> {
  const mapping = [{ heading: "Name", field: "name" as const }];
  const { id } = await createImport(db, { id: anId(), noun, file_name: "list.csv", mapping }, asker.actor);
  await sendRows(db, id, { rows: cells.map((row, at) => ({ line: at + 2, cells: row })) }, asker.actor);
  await until("checked", () => checkImport(db, id, asker, portion));
  return id;
}

/** Applies all rows, so many at a time. */
export const applyWholly = (db: Database, id: string, asker: Asker, portion: number) =>
  until("applied", () => applyImport(db, id, asker, portion));

/** Takes all rows back. */
export const undoWholly = (db: Database, id: string, asker: Asker) =>
  until("undone", () => undoImport(db, id, { isAdmin: false, ...asker }));

/** Records in the order of their ids, to compare. */
export const byId = (rows: ReadonlyMap<string, unknown>) =>
  [...rows].sort(([one], [other]) => (one < other ? -1 : 1));
