import type { Database } from "@rounds/database/connect.ts";
import { sql } from "kysely";
import type { Columns } from "./filter.ts";

/** The database's own columns; live.visible leaves them out of every change. */
const hidden = new Set([
  "search",
  "search_words",
  "picker_search",
  "picker_words",
  "trimmed_address",
  "city_key",
  "address_key",
  "name_key",
  "creation_digest",
  "operation_key",
  "edit_keys",
  "sequence",
  "rollup_key",
  "changed",
]);

/** The columns of each table with announced changes, by `schema.table`. */
export type Tables = Map<string, Columns>;

/** Reads which tables announce their changes, and the types of their columns. */
export async function readTables(db: Database): Promise<Tables> {
  const { rows } = await sql<{ table: string; name: string; type: string }>`
    select n.nspname || '.' || c.relname as "table", a.attname as name, t.typname as type
    from pg_trigger g
    join pg_class c on c.oid = g.tgrelid
    join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    join pg_type t on t.oid = a.atttypid
    where g.tgname = 'live_insert'
    order by c.oid, a.attnum
  `.execute(db);
  const tables: Tables = new Map();
  for (const { table, name, type } of rows) {
    const columns = tables.get(table) ?? [];
    if (!hidden.has(name)) columns.push({ name, type });
    tables.set(table, columns);
  }
  return tables;
}
