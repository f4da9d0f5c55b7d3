import type { Database } from "@rounds/database/connect.ts";
import { sql } from "kysely";
import { type ArchiveTable, archiveTables } from "./tables.ts";

/** A column in an archive. `is_text`: it may hold what a spreadsheet takes for a formula. */
export type ArchiveColumn = { name: string; type: string; is_text: boolean };

/** A table of this release's database with the columns that an archive holds, in their order. */
export type PresentTable = ArchiveTable & { columns: ArchiveColumn[] };

/** The tables of archives that this database has. Generated columns are left out: the database makes them again. */
export async function readPresentTables(db: Database): Promise<PresentTable[]> {
  const { rows } = await sql<ArchiveColumn & { table: string }>`
    select case nspname when 'public' then '' else nspname || '.' end || relname as table,
      attname as name, format_type(atttypid, atttypmod) as type, typcategory = 'S' or typname in ('json', 'jsonb') as is_text
    from pg_attribute
      join pg_class on pg_class.oid = attrelid
      join pg_namespace on pg_namespace.oid = relnamespace
      join pg_type on pg_type.oid = atttypid
    where relkind = 'r' and attnum > 0 and not attisdropped and attgenerated = ''
      and nspname || '.' || relname = any(${archiveTables.map(({ table }) => qualified(table))})
    order by attnum`.execute(db);
  return archiveTables.flatMap((entry) => {
    const columns = rows
      .filter(({ table, name }) => table === entry.table && !entry.left_out?.includes(name))
      .map(({ name, type, is_text }) => ({ name, type, is_text }));
    return columns.length > 0 ? [{ ...entry, columns }] : [];
  });
}

/** `doctors` as `public.doctors`. */
function qualified(table: string): string {
  return table.includes(".") ? table : `public.${table}`;
}
