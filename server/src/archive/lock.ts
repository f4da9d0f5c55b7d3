import type { Database } from "@rounds/database/connect.ts";
import { AppError } from "@rounds/domain/errors/app-error.ts";
import { sql } from "kysely";

const key = sql`hashtextextended('rounds.archive', 0)`;

/**
 * Holds the lock of archives until the transaction ends: one is made or brought in at a time, whichever server does it. Throws
 * `archive_busy` while somebody else holds it.
 */
export async function holdArchives(tx: Database): Promise<void> {
  const { rows } = await sql<{ free: boolean }>`
    select pg_try_advisory_xact_lock(${key}) as free`.execute(tx);
  if (!rows[0]?.free) throw new AppError("archive_busy");
}

/**
 * Holds the same lock while work runs that is longer than a transaction; `session` has it. Throws `archive_busy` while somebody
 * else holds it.
 */
export async function whileHoldingArchives<Result>(
  db: Database,
  work: (session: Database) => Promise<Result>,
): Promise<Result> {
  return await db.connection().execute(async (session) => {
    const { rows } = await sql<{ free: boolean }>`select pg_try_advisory_lock(${key}) as free`.execute(
      session,
    );
    if (!rows[0]?.free) throw new AppError("archive_busy");
    try {
      return await work(session);
    } finally {
      await sql`select pg_advisory_unlock(${key})`.execute(session);
    }
  });
}
