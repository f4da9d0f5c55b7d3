import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import type { Database } from "./connect.ts";

const attempts = 5;
const longestMilliseconds = 10_000;
/** serialization_failure and deadlock_detected: PostgreSQL rolled the transaction back, so running it again is safe. */
const undone = new Set(["40001", "40P01"]);

/** Codes of the operating system for a server that can't be reached. */
const unreachable = new Set([
  "EAI_AGAIN",
  "ECONNREFUSED",
  "ECONNRESET",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOENT",
  "ENOTFOUND",
  "EPIPE",
  "ETIMEDOUT",
]);

/**
 * Runs one command as one transaction: everything is saved, or nothing. Runs it again, after a short random wait, if
 * PostgreSQL chose it as the victim of a deadlock, or the connection was lost before COMMIT; so `command` must not act
 * outside the database. If the connection is lost during COMMIT, the outcome is unknown: that is an error, and the
 * command does not run again here.
 */
export async function transaction<Result>(
  db: Database,
  command: (tx: Database) => Promise<Result>,
): Promise<Result> {
  if (db.isTransaction) return command(db);
  let committing = false;
  return await again(
    () => {
      committing = false;
      return db.transaction().execute(async (tx) => {
        const result = await command(tx);
        committing = true;
        return result;
      });
    },
    (error) => undone.has(sqlState(error) ?? "") || (!committing && isConnectionLost(error)),
  );
}

/** Runs a read, and runs it again if its connection is lost. */
export async function untilRead<Result>(read: () => Promise<Result>): Promise<Result> {
  return await again(read, isConnectionLost);
}

async function again<Result>(
  run: () => Promise<Result>,
  isSafe: (error: unknown) => boolean,
): Promise<Result> {
  const deadline = performance.now() + longestMilliseconds;
  for (let attempt = 1; ; attempt++) {
    try {
      return await run();
    } catch (error) {
      if (attempt === attempts || performance.now() > deadline || !isSafe(error)) throw error;
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

/** The SQLSTATE of a PostgreSQL error, for example "23505"; undefined for any other error. */
export function sqlState(error: unknown): string | undefined {
  // Not by the form of the code: EPIPE and similar have five letters too.
  return error instanceof pg.DatabaseError ? error.code : undefined;
}

/** The name of the constraint that PostgreSQL's error is about; undefined for other errors. */
export function brokenConstraint(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.constraint : undefined;
}

/** Whether an error means that a connection ended, could not be made, or leads to a read-only server. */
export function isConnectionLost(error: unknown): boolean {
  const state = sqlState(error);
  // 08 connection, 57P0 shutdown or start-up, 25006 read-only: a standby.
  if (state !== undefined) return /^(08|57P0[123])|^25006$/.test(state);
  if (!(error instanceof Error)) return false;
  if ("code" in error && unreachable.has(String(error.code))) return true;
  return /Connection terminated|timeout expired|is not queryable/.test(error.message);
}
