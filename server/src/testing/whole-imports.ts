import type { Database } from "@rounds/database/connect.ts";
import { cellsOf } from "@rounds/domain/imports/column-fields.ts";
import { guessMapping } from "@rounds/domain/imports/headings.ts";
import type { ImportNoun } from "@rounds/domain/imports/import-fields.ts";
import type { ImportCells } from "@rounds/domain/imports/import-row.ts";
import { anId } from "@rounds/testkit/builders.ts";
import { sql } from "kysely";
import { expect } from "vitest";
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
async function judgedRows(db: Database, id: string): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select line, verdict, outcome, target_id, record_id, double_of, "values", problem from imports.rows
    where import_id = ${id} order by line`.execute(db);
  return rows;
}

async function until(state: string, step: () => Promise<{ state: string }>) {
  while ((await step()).state !== state);
}

/** Imports of one noun by one person, so many rows at a time. `begun` chooses what a person may choose before the check. */
type Imports = {
  db: Database;
  noun: ImportNoun;
  asker: Asker;
  portion: number;
  begun?: (id: string) => Promise<unknown>;
};

async function prepare(
  { db, noun, asker, portion, begun }: Imports,
  cells: readonly ImportCells[],
): Promise<string> {
  const mapping = [{ heading: "Name", field: "name" as const }];
  const { id } = await createImport(db, { id: anId(), noun, file_name: "list.csv", mapping }, asker.actor);
  await sendRows(db, id, { rows: cells.map((row, at) => ({ line: at + 2, cells: row })) }, asker.actor);
  await begun?.(id);
  await until("checked", () => checkImport(db, id, asker, portion));
  return id;
}

/** The verdicts of a list that is only checked. */
export async function verdictsOf(imports: Imports, cells: readonly ImportCells[]): Promise<string[]> {
  return (await judgedRows(imports.db, await prepare(imports, cells))).map(({ verdict }) => verdict);
}

type Stored = Record<string, unknown>;
/** The records as they are stored, and as a row should leave them. */
type Records = {
  read: () => Promise<Map<string, Stored>>;
  created: (values: Stored, id: string) => Stored;
  updated: (before: Stored | undefined, values: Stored) => Stored;
};

/**
 * Checks, applies and undoes a list: the check writes nothing and predicts what applying does, the same list again changes
 * nothing, and Undo leaves everything as it was. `said` names the case. Returns the verdicts.
 */
export async function expectAsPredicted(
  imports: Imports,
  cells: readonly ImportCells[],
  { read, created, updated }: Records,
  said: string,
): Promise<string[]> {
  const { db, asker, portion } = imports;
  const before = await read();
  const id = await prepare(imports, cells);
  expect([said, byId(await read())]).toEqual([said, byId(before)]);
  const predicted = await judgedRows(db, id);
  await until("applied", () => applyImport(db, id, asker, portion));
  const applied = await judgedRows(db, id);
  const expected = new Map(before);
  for (const [at, { line, verdict, values, target_id, record_id, outcome, problem }] of applied.entries()) {
    const was = predicted[at];
    const isWritten = verdict === "create" || verdict === "update";
    expect([said, cells[at], line, verdict, values, outcome, problem]).toEqual([
      ...[said, cells[at], was?.line, was?.verdict, was?.values, isWritten ? "applied" : null, null],
    ]);
    if (verdict === "create" && record_id) expected.set(record_id, created(values, record_id));
    if (verdict === "update" && target_id) expected.set(target_id, updated(expected.get(target_id), values));
  }
  expect([said, byId(await read())]).toEqual([said, byId(expected)]);

  const again = await judgedRows(db, await prepare(imports, cells));
  for (const [at, { verdict, double_of }] of again.entries()) {
    const was = applied[at]?.verdict ?? "";
    // A line that a person had to look at may contradict it now.
    const isContradicted = applied.some(({ line, verdict: its }) => line === double_of && its === "look");
    if (["create", "update", "same"].includes(was) && !isContradicted)
      expect([said, at + 2, cells[at], was, verdict]).toEqual([said, at + 2, cells[at], was, "same"]);
  }

  await until("undone", () => undoImport(db, id, { isAdmin: false, ...asker }));
  expect([said, byId(await read())]).toEqual([said, byId(before)]);
  return applied.map(({ verdict }) => verdict);
}

function byId(rows: ReadonlyMap<string, unknown>) {
  return [...rows].sort(([one], [other]) => (one < other ? -1 : 1));
}
