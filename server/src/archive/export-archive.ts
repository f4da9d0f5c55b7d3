import { createHash } from "node:crypto";
import { fetchBatches, readOnSnapshot } from "@rounds/database/batches.ts";
import type { Database } from "@rounds/database/connect.ts";
import { archiveFormat, type ControlSums, type Manifest } from "@rounds/domain/archive/archive.ts";
import { sql } from "kysely";
import { byteOrderMark } from "../api/csv.ts";
import { type PackedFile, writeZip } from "../api/zip.ts";
import { shownName } from "../team/queries.ts";
import { type ArchiveCell, archiveRecord, harmlessText } from "./cells.ts";
import { type ArchiveColumn, readPresentTables } from "./columns.ts";
import { holdArchives } from "./lock.ts";
import { manifestFile, peopleColumns, peopleFile } from "./tables.ts";

type ArchiveFacts = { product: string; now: string; time_zone: string };

/** Sizes in the form of ZIP that an import reads have 32 bits. */
const mostBytes = 0xffff_ffff;

/**
 * Everything that people entered, as a ZIP of CSV files with a table of contents, piece by piece from one snapshot. Memory
 * holds one batch of rows. Throws `archive_busy` while another one is being made. `now` is a moment in ISO 8601.
 */
export function exportArchive(
  db: Database,
  facts: ArchiveFacts,
): AsyncGenerator<Uint8Array, void, undefined> {
  return readOnSnapshot(db, async function* (tx) {
    await holdArchives(tx);
    // The ledger has no index in its order.
    await sql`set local statement_timeout = '10min'`.execute(tx);
    yield* writeZip(packedFiles(tx, facts), Date.parse(facts.now));
  });
}

/** The files of the tables, and last the table of contents, which tells what they hold. */
async function* packedFiles(
  tx: Database,
  { product, now, time_zone }: ArchiveFacts,
): AsyncGenerator<PackedFile, void, undefined> {
  const files: Manifest["files"] = [];
  for (const { file: name, columns, query } of await readSources(tx)) {
    const counter = { rows: 0 };
    const { content, written } = measured(name, csvOf(tx, columns, query, counter));
    yield { name, content };
    files.push({ name, rows: counter.rows, columns: columns.map((column) => column.name), ...written() });
  }
  const contents: Manifest = {
    product,
    format: archiveFormat,
    made_at: now,
    business_time_zone: time_zone,
    files,
    control: await readControlSums(tx),
  };
  yield { name: manifestFile, content: `${JSON.stringify(contents, null, 2)}\n` };
}

/** Passes a content on; `written` tells its bytes and its SHA-256 (hex) after that. Throws a `RangeError` at 4 GB. */
function measured(name: string, parts: AsyncIterable<string>) {
  const hash = createHash("sha256");
  let bytes = 0;
  async function* content() {
    for await (const part of parts) {
      const piece = Buffer.from(part);
      bytes += piece.length;
      if (bytes > mostBytes) throw new RangeError(`${name} is larger than 4 GB`);
      hash.update(piece);
      yield piece;
    }
  }
  return { content: content(), written: () => ({ bytes, sha256: hash.digest("hex") }) };
}

type Row = Record<string, string | null>;
type Source = { file: string; columns: ArchiveColumn[]; query: ReturnType<typeof sql<Row>> };

async function readSources(db: Database): Promise<Source[]> {
  const tables = await readPresentTables(db);
  const sources = tables.map(({ file, table, columns, order }): Source => {
    const by = order.length > 0 ? order : columns.map(({ name }) => name);
    return {
      file,
      columns,
      query: sql<Row>`select ${sql.join(columns.map(({ name }) => sql`${sql.ref(name)}::text`))}
        from ${sql.table(table)} order by ${sql.join(by.map((name) => sql.ref(`${table}.${name}`)))}`,
    };
  });
  return [peopleSource, ...sources];
}

/** Accounts without anything that lets somebody in. Whose account was deleted has no address and no name. */
const peopleSource: Source = {
  file: peopleFile,
  columns: peopleColumns.map((name) => ({ name, type: "text", is_text: true })),
  query: sql<Row>`select id::text, email, coalesce(app_metadata ->> 'role', app_metadata ->> 'role_before', 'representative') as role,
      ${shownName} as name, created_at::text, deleted_at::text
    from auth.users as users order by id`,
};

async function* csvOf(
  tx: Database,
  columns: readonly ArchiveColumn[],
  query: Source["query"],
  counter: { rows: number },
): AsyncGenerator<string, void, undefined> {
  yield byteOrderMark + archiveRecord(columns.map(({ name }) => name));
  for await (const rows of fetchBatches(tx, query)) {
    counter.rows += rows.length;
    yield rows.map((row) => archiveRecord(cellsOf(row, columns))).join("");
  }
}

function cellsOf(row: Row, columns: readonly ArchiveColumn[]): ArchiveCell[] {
  return columns.map(({ name, is_text }) => {
    const value = row[name] ?? null;
    return value !== null && is_text ? harmlessText(value) : value;
  });
}

/** The sums by which an import checks what it stored. */
export async function readControlSums(db: Database): Promise<ControlSums> {
  const { rows } = await sql<ControlSums>`select (select count(*) from visits) as visits,
    (select (coalesce(sum(total_amount), 0) * 100)::bigint::text from sales) as sales_total_paise,
    (select coalesce(sum(current_stock), 0) from products) as stock_units`.execute(db);
  const [sums] = rows;
  if (!sums) throw new Error("No control sums");
  return sums;
}
