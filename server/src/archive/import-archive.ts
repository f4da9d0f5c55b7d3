import type { By } from "@rounds/auth/admin/account.ts";
import type { Accounts } from "@rounds/auth/admin/accounts.ts";
import type { Database } from "@rounds/database/connect.ts";
import { sqlState } from "@rounds/database/transaction.ts";
import type { ArchiveNews } from "@rounds/domain/archive/archive.ts";
import { AppError } from "@rounds/domain/errors/app-error.ts";
import { sql } from "kysely";
import { type PresentTable, readPresentTables } from "./columns.ts";
import { readControlSums } from "./export-archive.ts";
import { whileHoldingArchives } from "./lock.ts";
import { storePeople } from "./people.ts";
import { ArchiveProblem } from "./problem.ts";
import { requireEmpty } from "./queries.ts";
import { storeRows } from "./store-rows.ts";
import { archiveTables, manifestFile, peopleFile, representativesFile } from "./tables.ts";
import { type OpenArchive, openArchive } from "./verify-archive.ts";
import type { ArchiveBytes } from "./zip-reader.ts";

type ArchiveResult = Extract<ArchiveNews, { done: unknown }>["done"];

/** Who brings an archive in, and whom to tell how far it is. */
type Importing = {
  accounts: Pick<Accounts, "bringBack" | "noteArchive">;
  by: By;
  tell(news: ArchiveNews): void;
  /** Ends the work; then nothing is changed. */
  signal: AbortSignal;
};

/**
 * Brings an archive into an empty Rounds: reads all of it and checks it, then stores it in one transaction, in which sums
 * and stock must be those of the archive. Throws `archive_not_empty`, `archive_busy`, or an `ArchiveProblem` that says
 * where; then nothing is changed. Others can read meanwhile; who wants to write waits while it is stored. No other archive is made or
 * announced from the first byte that is read on, since what is announced takes the place of an uploaded one.
 */
export async function importArchive(
  db: Database,
  archive: ArchiveBytes,
  importing: Importing,
): Promise<ArchiveResult> {
  return await whileHoldingArchives(db, async (session) => {
    await requireEmpty(session);
    const tables = await readPresentTables(session);
    const open = await openArchive(archive, tables);
    await readAll(open, importing);
    const result = await session
      .transaction()
      .execute((tx) => store(tx, open, tables, importing))
      .catch((error: unknown) => {
        // Somebody else holds the tables.
        throw sqlState(error) === "55P03" ? new AppError("archive_busy", { cause: error }) : error;
      });
    // The query planner does not know the new rows until then, and the first pages would be slow.
    for (const { table } of tables) await sql`analyze ${sql.table(table)}`.execute(session);
    return result;
  });
}

const countRows = ({ contents }: OpenArchive) => contents.files.reduce((sum, { rows }) => sum + rows, 0);

/** Reads every file once, so that an archive that is damaged anywhere is refused before anything is stored. */
async function readAll(open: OpenArchive, { tell, signal }: Importing): Promise<void> {
  const of = countRows(open);
  let rows = 0;
  for (const { name: file } of open.contents.files) {
    for await (const some of open.rowsOf(file)?.rows ?? []) {
      signal.throwIfAborted();
      rows += some.length;
      tell({ stage: "checking", file, rows, of });
    }
  }
}

async function store(
  tx: Database,
  open: OpenArchive,
  tables: readonly PresentTable[],
  importing: Importing,
): Promise<ArchiveResult> {
  const { tell, signal, accounts, by } = importing;
  await sql`select set_config('statement_timeout', '0', true), set_config('lock_timeout', '5s', true)`.execute(
    tx,
  );
  const names = sql.join(tables.map(({ table }) => sql.table(table)));
  await sql`lock table ${names} in share row exclusive mode`.execute(tx);
  await requireEmpty(tx);

  const of = countRows(open);
  const counts = new Map<string, number>();
  let rows = 0;
  const report = (file: string) => async (batch: readonly unknown[]) => {
    signal.throwIfAborted();
    rows += batch.length;
    tell({ stage: "storing", file, rows, of });
  };

  // What is added has its history in the archive.
  await sql`select set_config('rounds.bringing_in', 'on', true)`.execute(tx);
  const given = open.rowsOf(peopleFile);
  if (!given) throw new ArchiveProblem("This file is missing.", { file: peopleFile });
  const people = await storePeople(tx, given, { accounts, by, each: report(peopleFile) });
  await sql`select history.act(${by.actor_id}::uuid, null)`.execute(tx);
  for (const { table } of tables.filter(({ replaces }) => replaces))
    await sql`delete from ${sql.table(table)}`.execute(tx);
  // What follows is no change of records: it has its own history.
  await sql`select set_config('rounds.batch', '', true), set_config('rounds.user', '', true)`.execute(tx);
  await sql`create temp table archive_stock (product_id uuid primary key, units integer not null) on commit drop`.execute(
    tx,
  );
  for (const table of tables)
    counts.set(table.table, await storeTable(tx, open, table, people.others, report(table.file)));
  if (!open.contents.files.some(({ name }) => name === representativesFile))
    await sql`select fill_doctor_representatives()`.execute(tx);

  tell({ stage: "finishing", rows, of });
  await checkSums(tx, open);
  await sql`select pg_advisory_xact_lock(rollup_lock())`.execute(tx);
  await sql`select rebuild_rollups()`.execute(tx);
  // Phones that synced with what was here before read everything again.
  await sql`update sync.epoch set id = gen_random_uuid()`.execute(tx);
  const { made_at, business_time_zone } = open.contents;
  const result: ArchiveResult = {
    doctors: counts.get("doctors") ?? 0,
    products: counts.get("products") ?? 0,
    visits: counts.get("visits") ?? 0,
    sales: counts.get("sales") ?? 0,
    people: people.count,
    people_made: people.made,
    made_at,
    business_time_zone,
  };
  const traits = Object.fromEntries(Object.entries(result).map(([key, value]) => [key, String(value)]));
  await accounts.noteArchive(tx, traits, by);
  signal.throwIfAborted();
  return result;
}

async function storeTable(
  tx: Database,
  open: OpenArchive,
  table: PresentTable,
  people: ReadonlyMap<string, string>,
  report: (batch: readonly unknown[]) => Promise<void>,
): Promise<number> {
  const given = open.rowsOf(table.file);
  if (!given) return 0;
  const { columns, rows } = given;
  const name = sql.table(table.table);
  const { numbered } = table;
  const offset = numbered ? await lastNumber(tx, table.table, numbered) : 0;
  const into = table.staged ? "archive_staged" : table.table;
  if (table.staged)
    await sql`create temp table archive_staged (like ${name} including defaults) on commit drop`.execute(tx);
  const id = columns.indexOf("id");
  const compared = table.compared === undefined ? -1 : columns.indexOf(table.compared);
  const count = await storeRows(
    tx,
    forgetting(tx, rows, id, table),
    { table, columns, into, offset, people },
    async (batch) => {
      if (compared >= 0)
        await sql`insert into archive_stock select * from unnest(
        ${batch.map(({ cells }) => cells[id])}::uuid[], ${batch.map(({ cells }) => cells[compared])}::integer[])`.execute(
          tx,
        );
      await report(batch);
    },
  );
  if (table.staged) {
    const stored = sql.join(columns.map((column) => sql.ref(column)));
    await sql`insert into ${name} (${stored}) overriding system value
      select ${stored} from archive_staged order by ${sql.ref(numbered ?? "id")}`
      .execute(tx)
      .catch((error: unknown) => {
        if (!sqlState(error)?.startsWith("23")) throw error;
        throw new ArchiveProblem("These rows contradict the other files of the archive.", {
          file: table.file,
        });
      });
  }
  if (numbered) {
    const last = await lastNumber(tx, table.table, numbered);
    if (last > 0)
      await sql`select setval(pg_get_serial_sequence(${table.table}, ${numbered}), ${last}::bigint)`.execute(
        tx,
      );
  }
  return count;
}

/** An id that was deleted here before may come back: the note that keeps it away goes, and what else is left of it. */
async function* forgetting<Row extends { cells: (string | null)[] }>(
  tx: Database,
  rows: AsyncIterable<Row[]>,
  id: number,
  { forgets = [] }: PresentTable,
): AsyncGenerator<Row[], void, undefined> {
  const { rows: any } = await sql`select from sync.deleted limit 1`.execute(tx);
  for await (const some of rows) {
    if (any.length > 0 && id >= 0)
      for (const table of ["sync.deleted", ...forgets])
        await sql`delete from ${sql.table(table)} where id::text = any(${some.map(({ cells }) => cells[id])}::text[])`.execute(
          tx,
        );
    yield some;
  }
}

async function lastNumber(tx: Database, table: string, column: string): Promise<number> {
  const { rows } = await sql<{ last: number }>`
    select coalesce(max(${sql.ref(column)}), 0) as last from ${sql.table(table)}`.execute(tx);
  return rows[0]?.last ?? 0;
}

/** What was stored must give the sums of the archive, and each product the stock that it had. */
async function checkSums(tx: Database, { contents }: OpenArchive): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select name from products join archive_stock on product_id = id where units <> current_stock order by id limit 1`.execute(
    tx,
  );
  const [wrong] = rows;
  const file = archiveTables.find(({ staged }) => staged)?.file ?? "";
  if (wrong) throw new ArchiveProblem(`The ledger of “${wrong.name}” does not give its stock.`, { file });
  const sums = await readControlSums(tx);
  for (const [key, value] of Object.entries(contents.control)) {
    if (sums[key as keyof typeof sums] !== value)
      throw new ArchiveProblem(`The sum “${key}” is not that of the archive.`, { file: manifestFile });
  }
}
