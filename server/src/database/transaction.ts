import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import type { Database } from "./connect.ts";

const attempts = 5;
/** serialization_failure and deadlock_detected: PostgreSQL undid the transaction, so running it anew is safe. */
const retryable = new Set(["40001", "40P01"]);

/**
 * Runs one command as one transaction: all of it is saved, or nothing. Runs it again, after a short random wait,
 * when PostgreSQL chose it as the victim of a deadlock; so `command` must not act outside the database.
 */
export async function transaction<Result>(
  db: Database,
  command: (tx: Database) => Promise<Result>,
): Promise<Result> {
  if (db.isTransaction) return command(db);
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().execute(command);
    } catch (error) {
      if (attempt === attempts || !retryable.has(sqlState(error) ?? "")) throw error;
      await wait(Math.random() * 20 * attempt);
    }
  }
}

/** Runs reads that must agree with each other on one snapshot of the database. */
export async function snapshot<Result>(
  db: Database,
  read: (tx: Database) => Promise<Result>,
): Promise<Result> {
  if (db.isTransaction) return await read(db);
  return await db.transaction().setIsolationLevel("repeatable read").setAccessMode("read only").execute(read);
}

/** The SQLSTATE of an error that PostgreSQL gave, e.g. "23505"; undefined for any other error. */
export function sqlState(error: unknown): string | undefined {
  // Not by the look of the code: EPIPE and its like have five letters too.
  return error instanceof pg.DatabaseError ? error.code : undefined;
}
