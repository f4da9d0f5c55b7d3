import type { Database } from "@rounds/database/connect.ts";
import { repeat } from "@rounds/http/repeat.ts";
import type { FastifyBaseLogger } from "fastify";
import { sql } from "kysely";

/**
 * Often enough that reports read few changes, rarely enough that busy products and doctors share the work: with 1,000
 * products and 500 doctors, a visit of three sales costs 0.47 ms and 9 kB of write-ahead log if 100 are folded at once,
 * 0.06 ms and 1.2 kB with 2,800.
 */
const pause = 5000;
const batch = 25_000;

/** Folds recorded changes into the sums, up to this many, and returns how many they were. */
export async function foldChanges(db: Database, most = batch): Promise<number> {
  const { rows } = await sql<{
    folded: number;
  }>`select fold_rollup_changes(${most}::integer) as folded`.execute(db);
  return rows[0]?.folded ?? 0;
}

/** Folds changes every few seconds until stopped. Several servers may do so on one database: they take turns. */
export function startFolding(
  db: Database,
  log: Pick<FastifyBaseLogger, "warn">,
  every = pause,
): { stop(): Promise<void> } {
  return repeat(
    every,
    async (signal) => {
      while ((await foldChanges(db)) === batch && !signal.aborted);
    },
    // Reports stay correct without folding, only slower; the next round tries again.
    (err) => log.warn({ err }, "rollups could not be folded"),
  );
}

/**
 * Computes all sums again from visits, sales and ledger, while others keep writing: what they write after the
 * transaction's snapshot stays recorded. Deleting a product or doctor waits meanwhile.
 */
export async function rebuildRollups(db: Database): Promise<void> {
  await db.connection().execute(async (session) => {
    await sql`set statement_timeout = 0`.execute(session);
    await sql`set work_mem = '256MB'`.execute(session);
    // Before the transaction: its snapshot must not be older than the last fold.
    await sql`select pg_advisory_lock(rollup_lock())`.execute(session);
    try {
      await session
        .transaction()
        .setIsolationLevel("repeatable read")
        .execute((tx) => sql`select rebuild_rollups()`.execute(tx));
    } finally {
      await sql`select pg_advisory_unlock(rollup_lock())`.execute(session);
      await sql`reset statement_timeout`.execute(session);
      await sql`reset work_mem`.execute(session);
    }
  });
}
