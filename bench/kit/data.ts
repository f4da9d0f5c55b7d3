import type { ConnectionSettings } from "@rounds/database/connect.ts";
import { addDays, type Day } from "@rounds/domain/calendar/calendar.ts";
import pg from "pg";
import { setNoting } from "./noting.ts";
import {
  countRows,
  doctorRows,
  lowStockRows,
  openingRows,
  productRows,
  purchaseRows,
  reversalRows,
  saleMovements,
  saleRows,
  salesAheadRows,
  visitRows,
  visitsAheadRows,
} from "./rows.ts";
import { count } from "./table.ts";

/** How many rows of each kind belong to that many visits. */
export type Size = { visits: number; doctors: number; products: number };

/**
 * A business that grew, always over the same five years: fifty visits for each doctor, about three sales for each
 * visit, and a catalogue that grows with the square root (10,000 visits: 200 doctors, 100 products; 1,000,000: 20,000
 * and 1,000).
 */
export function sizeOf(visits: number): Size {
  return {
    visits,
    doctors: Math.max(20, Math.round(visits / 50)),
    products: Math.max(10, Math.round(Math.sqrt(visits))),
  };
}

/** Rows per statement: what its triggers hold in memory at once. */
const visitsPerStatement = 50_000;
const daysPerStatement = 90;

/**
 * Fills a migrated, empty database with visits up to today, completely or not at all; one that already has them is
 * left alone. All rows go through the database's own rules, and the ledger's triggers keep the stock.
 */
export async function fill(
  settings: ConnectionSettings,
  size: Size,
  today: Day,
  say: (text: string) => void,
): Promise<void> {
  const client = new pg.Client(settings);
  client.on("error", () => {}); // the current query gets the error too
  await client.connect();
  try {
    const { rows } = await client.query<{ visits: string }>("select count(*) as visits from visits");
    if (Number(rows[0]?.visits) >= size.visits) return;
    // A crash may lose the data of a benchmark.
    await client.query("set synchronous_commit = off; set maintenance_work_mem = '256MB'; set jit = off");
    await client.query("begin");
    await pour(client, size, today, say);
    await client.query("commit");
    await client.query("vacuum (analyze)");
    await client.query("checkpoint");
  } finally {
    await client.end();
  }
}

async function pour(client: pg.Client, size: Size, today: Day, say: (text: string) => void) {
  await client.query("select setseed(0.42)");
  const restoreIndexes = await dropIndexes(client);
  const run = (statement: string) => client.query(statement);
  await setNoting(run, false);
  await client.query(doctorRows, [size.doctors]);
  await client.query(productRows, [size.products]);
  for (let first = 1; first <= size.visits; first += visitsPerStatement) {
    const last = Math.min(first + visitsPerStatement - 1, size.visits);
    await client.query(visitRows, [first, last, size.visits, today, size.doctors]);
    await client.query(saleRows, [first, last, size.visits, today, size.products]);
    say(`${count(last)} visits with their sales`);
  }
  await client.query(visitsAheadRows, [Math.max(20, Math.round(size.visits / 500)), today, size.doctors]);
  await client.query(salesAheadRows, [today, size.products]);
  await client.query("analyze sales, products");
  await client.query(openingRows, [today]);
  await client.query(purchaseRows, [today]);
  await client.query(countRows, [today]);
  for (let day = addDays(today, -5 * 366); day <= today; day = addDays(day, daysPerStatement)) {
    await client.query(saleMovements, [day, addDays(day, daysPerStatement)]);
  }
  await client.query(reversalRows);
  await client.query(lowStockRows, [today]);
  say("ledger; now the indexes");
  await restoreIndexes();
  await setNoting(run, true);
  say("rollups");
  await client.query("set work_mem = '256MB'");
  await client.query("select rebuild_rollups()");
}

/**
 * Drops what is not needed during the import; the returned function creates it again, from the database's own
 * definition.
 */
async function dropIndexes(client: pg.Client): Promise<() => Promise<void>> {
  const { rows } = await client.query<{ name: string; definition: string }>(`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
    from pg_index
    where indrelid = any('{doctors,products,visits,sales,stock_transactions}'::regclass[])
      and not indisunique and not indisprimary`);
  for (const { name } of rows) await client.query(`drop index ${name}`);
  return async () => {
    for (const { definition } of rows) await client.query(definition);
  };
}
