import { readdir, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { type Migration, Migrator, sql } from "kysely";
import type { Database } from "./connect.ts";

const folder = fileURLToPath(new URL("./migrations", import.meta.url));

/** The migrations of this version: plain SQL files, in the order of their names. */
async function readMigrations(): Promise<Record<string, Migration>> {
  const files = (await readdir(folder)).filter((file) => file.endsWith(".sql")).sort();
  const migrations: Record<string, Migration> = {};
  for (const file of files) {
    const text = await readFile(`${folder}/${file}`, "utf8");
    migrations[file.replace(/\.sql$/, "")] = { up: async (db) => void (await sql.raw(text).execute(db)) };
  }
  return migrations;
}

function migrator(db: Database): Migrator {
  return new Migrator({ db, provider: { getMigrations: readMigrations } });
}

/**
 * Brings the schema to this version, under a lock of the database, so that several servers may start at once.
 * All pending files are one transaction. Returns the names of those that were run.
 */
export async function migrate(db: Database): Promise<string[]> {
  const { error, results } = await migrator(db).migrateToLatest();
  if (error) throw error;
  return (results ?? [])
    .filter((result) => result.status === "Success")
    .map((result) => result.migrationName);
}

/** Whether every migration of this version has been run (`/readyz` asks). */
export async function isMigrated(db: Database): Promise<boolean> {
  const migrations = await migrator(db).getMigrations();
  return migrations.every((migration) => migration.executedAt !== undefined);
}
