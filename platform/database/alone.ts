import { sql } from "kysely";
import type { Database } from "./connect.ts";

/** Runs a job as one transaction, unless another server is running it: then it does nothing. Returns whether it ran. */
export async function runAlone(
  db: Database,
  name: string,
  job: (tx: Database) => Promise<unknown>,
): Promise<boolean> {
  return await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ ours: boolean }>`
      select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as ours`.execute(tx);
    if (!rows[0]?.ours) return false;
    await job(tx);
    return true;
  });
}
