import type { Database } from "@rounds/database/connect.ts";
import { sqlState } from "@rounds/database/transaction.ts";
import { sql } from "kysely";
import { type ArchiveCell, originalText } from "./cells.ts";
import type { PresentTable } from "./columns.ts";
import { ArchiveProblem } from "./problem.ts";
import type { ArchiveRow } from "./read-csv.ts";

/** Rows that are stored with one statement. */
const rowsPerBatch = 1000;

/** What PostgreSQL's refusals mean to the owner of an archive. */
const reasons: Record<string, string> = {
  "23502": "A value is missing.",
  "23503": "It refers to a record that the archive does not have.",
  "23505": "It is there twice.",
  "23514": "A value is outside of what Rounds allows.",
  RD410: "It is also among what was deleted.",
};

/** How the rows of a file become rows of a table. */
type Plan = {
  table: PresentTable;
  /** The columns of the file. */
  columns: readonly string[];
  /** Where they are stored: the table, or one that stands in for it. */
  into: string;
  /** What the numbers of the archive are moved by, so that they come after those that are there. */
  offset: number;
  /** Accounts that have another id here, by their id in the archive. */
  people: ReadonlyMap<string, string>;
};

/** Stores the rows of a file, and returns how many they were. `each` gets the rows of a batch with their texts as they were. */
export async function storeRows(
  tx: Database,
  rows: AsyncIterable<ArchiveRow[]>,
  plan: Plan,
  each: (batch: ArchiveRow[]) => Promise<void>,
): Promise<number> {
  let count = 0;
  let waiting: ArchiveRow[] = [];
  const texts = textsOf(plan);
  const store = async (batch: ArchiveRow[]) => {
    const restored = batch.map(({ line, cells }) => ({ line, cells: texts(cells) }));
    await storeBatch(tx, restored, plan);
    count += batch.length;
    await each(restored);
  };
  for await (const some of rows) {
    for (const row of some) waiting.push(row);
    let from = 0;
    for (; waiting.length - from >= rowsPerBatch; from += rowsPerBatch)
      await store(waiting.slice(from, from + rowsPerBatch));
    waiting = waiting.slice(from);
  }
  if (waiting.length > 0) await store(waiting);
  return count;
}

/** Makes the values of the database from the cells of a row: formulas as they were, people with their ids of here. */
function textsOf({ table, columns, people }: Plan): (cells: ArchiveCell[]) => ArchiveCell[] {
  const known = new Map(table.columns.map((column) => [column.name, column] as const));
  const kinds = columns.map((name) => known.get(name));
  const ids = people.size > 0 ? new RegExp([...people.keys()].join("|"), "g") : undefined;
  return (cells) =>
    cells.map((cell, at) => {
      if (cell === null) return null;
      const kind = kinds[at];
      const text = kind?.is_text ? originalText(cell) : cell;
      const namesPeople = kind?.type === "uuid" || kind?.type.startsWith("json");
      return ids && namesPeople ? text.replace(ids, (id) => people.get(id) ?? id) : text;
    });
}

async function storeBatch(tx: Database, batch: readonly ArchiveRow[], plan: Plan): Promise<void> {
  const { file } = plan.table;
  await sql`savepoint batch`.execute(tx);
  try {
    await insert(tx, batch, plan);
  } catch (error) {
    if (sqlState(error) === undefined) throw error;
    await sql`rollback to savepoint batch`.execute(tx);
    const [only, ...more] = batch;
    if (only && more.length === 0) throw refusal(error, { file, line: only.line });
    // Which row it was, is found by halves.
    const middle = Math.ceil(batch.length / 2);
    await storeBatch(tx, batch.slice(0, middle), plan);
    await storeBatch(tx, batch.slice(middle), plan);
  }
  await sql`release savepoint batch`.execute(tx);
}

function refusal(error: unknown, place: { file: string; line: number }): unknown {
  const state = sqlState(error) ?? "";
  // Rows are refused by what they hold; what happens to the server or the connection is no fault of the archive.
  if (!reasons[state] && !state.startsWith("22")) return error;
  return new ArchiveProblem(
    `This row can't be stored. ${reasons[state] ?? "A value is not of the right kind."}`,
    place,
  );
}

async function insert(tx: Database, batch: readonly ArchiveRow[], plan: Plan): Promise<void> {
  const { table, columns, into, offset } = plan;
  const stored = columns.map((name, at) => ({ name, at })).filter(({ name }) => name !== table.compared);
  const types = new Map(table.columns.map(({ name, type }) => [name, type] as const));
  const given = stored.map(({ at }) => sql`${batch.map(({ cells }) => cells[at] ?? null)}::text[]`);
  const names = sql.join(stored.map(({ at }) => sql.ref(`c${at}`)));
  const values = stored.map(({ name, at }) => {
    const value = sql`${sql.ref(`c${at}`)}::${sql.raw(types.get(name) ?? "text")}`;
    return name === table.numbered && offset > 0 ? sql`${value} + ${offset}::bigint` : value;
  });
  await sql`
    insert into ${sql.table(into)} (${sql.join(stored.map(({ name }) => sql.ref(name)))}) overriding system value
    select ${sql.join(values)} from unnest(${sql.join(given)}) as given (${names})`.execute(tx);
}
