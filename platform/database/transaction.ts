import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { type Database, databaseOn, takeConnection } from "./connect.ts";
import { isStale } from "./session.ts";

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
 * PostgreSQL chose it as the victim of a deadlock, a table changed under a prepared statement, or the connection was
 * lost before COMMIT; so `command` must not act outside the database. If the connection is lost during COMMIT, the
 * outcome is unknown: that is an error, and the command does not run again here.
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
    (error) => isUndone(error) || (!committing && isConnectionLost(error)),
  );
}

/** Runs a read, and runs it again if its connection is lost. */
export async function untilRead<Result>(read: () => Promise<Result>): Promise<Result> {
  return await again(read, (error) => isConnectionLost(error) || isStale(error));
}

/** Whether PostgreSQL rolled a transaction back for a reason that another attempt does not meet. */
export function isUndone(error: unknown): boolean {
  return undone.has(sqlState(error) ?? "") || isStale(error);
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

/** Databases on a connection that is in a snapshot. */
const snapshots = new WeakSet<Database>();

/**
 * Runs reads that must agree with each other on one snapshot of the database, on one connection: reads that don't wait
 * for each other's answers are sent in one write. If all of them are sent before any answer, `endsAtOnce` sends the end
 * of the snapshot with them; a statement after that is refused.
 */
export async function snapshot<Result>(
  db: Database,
  read: (tx: Database) => Promise<Result>,
  { endsAtOnce = false } = {},
): Promise<Result> {
  if (db.isTransaction || snapshots.has(db)) return await read(db);
  const run = () =>
    holding(db, async (client) => {
      let ended = false;
      const tx = databaseOn(client, () => !ended);
      snapshots.add(tx);
      function end() {
        if (ended) return;
        ended = true;
        // Nothing was written, so its outcome means nothing; what comes next on the connection comes after it.
        client.query("commit").catch(() => {});
      }
      // Runs when all reads were sent, and before the session writes: that waits for its turn from now on.
      if (endsAtOnce) process.nextTick(end);
      const begun = client.query("start transaction isolation level repeatable read read only");
      try {
        const [result] = await Promise.all([read(tx), begun]);
        return result;
      } finally {
        end();
      }
    });
  return await again(run, isStale);
}

/** Runs reads on one connection: those that don't wait for each other's answers are sent in one write. */
export async function onOneConnection<Result>(
  db: Database,
  read: (db: Database) => Promise<Result>,
): Promise<Result> {
  return await holding(db, async (client) => {
    let held = true;
    try {
      return await read(databaseOn(client, () => held));
    } finally {
      held = false;
    }
  });
}

async function holding<Result>(
  db: Database,
  use: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await takeConnection(db);
  if (!client) throw new Error("This database was not opened by connect()");
  try {
    return await use(client);
  } finally {
    client.release();
  }
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
