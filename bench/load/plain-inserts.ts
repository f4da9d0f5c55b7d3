import type { ConnectionSettings } from "@rounds/database/connect.ts";
import type { Day } from "@rounds/domain/calendar/calendar.ts";
import pg from "pg";

/** Writes only the rows of a visit with three sales: the upper limit for recording. */
type PlainInserts = {
  /** One transaction on a free connection; at most as many at once as requested. */
  insert(): Promise<void>;
  close(): Promise<void>;
};

const tables = `
  create schema if not exists plain;
  create table if not exists plain.visits (id uuid primary key, doctor_id uuid not null, visit_date date not null,
    status text not null, notes text, created_at timestamptz not null default now());
  create table if not exists plain.sales (id uuid primary key, visit_id uuid not null, product_id uuid not null,
    quantity integer not null, unit_price numeric(12, 2) not null, created_at timestamptz not null default now());
  create table if not exists plain.stock_transactions (id uuid primary key, product_id uuid not null,
    quantity integer not null, transaction_date date not null, created_at timestamptz not null default now())`;

/** Tables with only their keys, without other rules, indexes or triggers, and `connections` that write to them. */
export async function openPlainInserts(
  settings: ConnectionSettings,
  connections: number,
  today: Day,
): Promise<PlainInserts> {
  const pool = new pg.Pool({ ...settings, max: connections, idleTimeoutMillis: 0 });
  pool.on("error", () => {}); // the current query gets the error too
  await pool.query(tables);
  const id = () => crypto.randomUUID();
  return {
    async insert() {
      const client = await pool.connect();
      try {
        const visit = id();
        const lines = [id(), id(), id()];
        const three = lines.flatMap((line) => [line, id()]);
        await client.query("begin");
        await client.query("insert into plain.visits values ($1, $2, $3, 'completed', 'Repeat order')", [
          visit,
          id(),
          today,
        ]);
        await client.query(
          `insert into plain.sales select line, $1, product, 1, 12.50
           from (values ($2::uuid, $3::uuid), ($4::uuid, $5::uuid), ($6::uuid, $7::uuid)) as lines (line, product)`,
          [visit, ...three],
        );
        await client.query(
          `insert into plain.stock_transactions select line, product, -1, $1
           from (values ($2::uuid, $3::uuid), ($4::uuid, $5::uuid), ($6::uuid, $7::uuid)) as lines (line, product)`,
          [today, ...three],
        );
        await client.query("commit");
        client.release();
      } catch (error) {
        client.release(true);
        throw error;
      }
    },
    async close() {
      await pool.query("drop schema if exists plain cascade");
      await pool.end();
    },
  };
}
