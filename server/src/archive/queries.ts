import type { Database } from "@rounds/database/connect.ts";
import type { ArchiveState } from "@rounds/domain/archive/archive.ts";
import { AppError } from "@rounds/domain/errors/app-error.ts";
import { sql } from "kysely";
import { readPresentTables } from "./columns.ts";
import { peopleFile } from "./tables.ts";

type Counts = Pick<ArchiveState, "doctors" | "products" | "visits">;

/** Larger tables are estimated. */
const mostCounted = 10_000;

/** What an archive would hold now, and whether one could be brought in. */
export async function readArchiveState(db: Database): Promise<ArchiveState> {
  const tables = [
    { file: peopleFile, table: "auth.users", words: "People: address, name and role" },
    ...(await readPresentTables(db)),
  ];
  const files: ArchiveState["files"] = [];
  for (const { file, table, words } of tables)
    files.push({ name: file, words, rows: await estimate(db, table) });
  const rowsOf = (name: string) => files.find((file) => file.name === name)?.rows ?? 0;
  const counts = {
    doctors: rowsOf("doctors.csv"),
    products: rowsOf("products.csv"),
    visits: rowsOf("visits.csv"),
  };
  return { files, is_empty: isEmpty(counts), ...counts };
}

const isEmpty = ({ doctors, products, visits }: Counts) => doctors + products + visits === 0;

/** The number of rows; of large tables what PostgreSQL knows of it. */
async function estimate(db: Database, table: string): Promise<number> {
  const { rows } = await sql<{ rows: number }>`
    with counted as (select count(*) as rows from (select from ${sql.table(table)} limit ${sql.lit(mostCounted + 1)}) as first)
    select case when rows <= ${sql.lit(mostCounted)} then rows
      else greatest(rows, (select reltuples::bigint from pg_class where oid = ${table}::regclass)) end as rows
    from counted`.execute(db);
  return rows[0]?.rows ?? 0;
}

/** Throws `archive_not_empty` where there are doctors, products or visits. */
export async function requireEmpty(db: Database): Promise<void> {
  const { rows } = await sql<Record<keyof Counts, boolean>>`select exists (select from doctors) as doctors,
    exists (select from products) as products, exists (select from visits) as visits`.execute(db);
  if (Object.values(rows[0] ?? {}).some(Boolean)) throw new AppError("archive_not_empty");
}
