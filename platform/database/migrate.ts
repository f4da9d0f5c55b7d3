import { readdir, readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { type Migration, Migrator, sql } from "kysely";
import type { Logger } from "pino";
import type { Database } from "./connect.ts";
import { sqlState } from "./transaction.ts";

const ownFolder = fileURLToPath(new URL("./migrations", import.meta.url));

/**
 * A statement that waits for a lock blocks every later one on that table. So a migration that can't lock a table soon
 * gives up and tries again, and sooner than PostgreSQL looks for deadlocks (`deadlock_timeout`, 1 s), which would end
 * a user's request. Once it has its locks, it may take its time.
 */
const lockSettings = "set local lock_timeout = '400ms'; set local statement_timeout = 0;\n";
const pauseMs = 1000;
const attempts = 200;

/**
 * lock_not_available; deadlock_detected; query_canceled: another server migrates for longer than the statement
 * timeout.
 */
const busyStates = new Set(["55P03", "40P01", "57014"]);

/**
 * undefined_column; undefined_table: before Kysely runs anything, it looks at all tables, of which another server may change
 * one meanwhile.
 */
const changedStates = new Set(["42703", "42P01"]);

/** A schema that this version can't bring up to date; the message is for the person who starts the product. */
export class SchemaError extends Error {}

type Options = {
  /** Called for a busy table that delays migrations, and for a schema that is newer than this version. */
  log?: Pick<Logger, "warn">;
  /** The folder of the migrations; by default this version's own. */
  folder?: string;
};

/** The migrations in a folder: plain SQL files, in the order of their names. */
async function readMigrations(folder: string): Promise<Record<string, Migration>> {
  const files = (await readdir(folder)).filter((file) => file.endsWith(".sql")).sort();
  const migrations: Record<string, Migration> = {};
  for (const file of files) {
    const text = lockSettings + (await readFile(`${folder}/${file}`, "utf8"));
    migrations[file.replace(/\.sql$/, "")] = { up: async (db) => void (await sql.raw(text).execute(db)) };
  }
  return migrations;
}

/**
 * The migrations that a database has run beyond the known ones: those of a later version, whose schema this version
 * still works on (docs/decisions/0015-upgrades-without-downtime.md). @throws SchemaError if one is missing between
 * them, or one is neither known nor later.
 */
function newerMigrations(known: readonly string[], ran: readonly string[]): string[] {
  const expected = [...known].sort();
  const found = [...ran].sort();
  for (const [position, name] of found.slice(0, expected.length).entries()) {
    const wanted = expected[position] ?? "";
    if (name === wanted) continue;
    throw new SchemaError(
      `This version can't use the database's schema: ${
        name > wanted
          ? `migration ${wanted} was never run on it, though the later ${name} was.`
          : `migration ${name} was run on it, which this version does not know though it comes before ${wanted}.`
      } Start the version that made it, or restore a backup.`,
    );
  }
  return found.slice(expected.length);
}

/**
 * Brings the schema to this version, under a lock of the database, so that several servers may start at once, and
 * while servers of the version before keep serving. Each pending file is a transaction, tried again for some minutes
 * while its tables are busy. Needs two connections of the pool. Returns the names of those that were run. @throws
 * SchemaError if the migrations already run are neither the first of this version's nor all of them and more.
 */
export async function migrate(db: Database, { log, folder = ownFolder }: Options = {}): Promise<string[]> {
  let newer: string[] = [];
  const migrator = new Migrator({
    db,
    // The order is checked here, by name: the times of servers with different clocks don't show it.
    allowUnorderedMigrations: true,
    provider: {
      async getMigrations() {
        const own = await readMigrations(folder);
        const ran = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
        newer = newerMigrations(
          Object.keys(own),
          ran.rows.map((row) => row.name),
        );
        return { ...own, ...Object.fromEntries(newer.map((name) => [name, { up: async () => {} }])) };
      },
    },
  });
  const ran: string[] = [];
  for (let attempt = 1; ; attempt++) {
    const { error, results } = await migrator.migrateUp();
    if (error) {
      const state = sqlState(error) ?? "";
      const isBusy = busyStates.has(state) || (results === undefined && changedStates.has(state));
      if (attempt === attempts || !isBusy) throw error;
      log?.warn({ err: error, attempt }, "the database is busy: the migration is tried again");
      await sleep(pauseMs);
    } else if (results && results.length > 0) {
      ran.push(...results.map((result) => result.migrationName));
      attempt = 0;
    } else {
      if (newer.length > 0) log?.warn({ migrations: newer }, "the schema is newer than this version");
      return ran;
    }
  }
}

/** Whether every migration of this version has been run, and perhaps later ones (for `/readyz`). */
export async function isMigrated(db: Database): Promise<boolean> {
  const provider = { getMigrations: () => readMigrations(ownFolder) };
  const migrations = await new Migrator({ db, provider }).getMigrations();
  return migrations.every((migration) => migration.executedAt !== undefined);
}
