import type { Database } from "@rounds/database/connect.ts";
import { AppError } from "@rounds/domain/errors/app-error.ts";
import { sql } from "kysely";

/**
 * Holds the lock of archives until the transaction ends: one is made or brought in at a time, whichever server does it. Throws
 * `archive_busy` while somebody else holds it.
 */
export async function holdArchives(tx: Database): Promise<void> {
  const { rows } = await sql<{ free: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended('rounds.archive', 0)) as free`.execute(tx);
  if (!rows[0]?.free) throw new AppError("archive_busy");
}
