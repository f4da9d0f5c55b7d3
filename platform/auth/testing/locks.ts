import { setTimeout as wait } from "node:timers/promises";
import type { Database } from "@rounds/database/connect.ts";
import { sql } from "kysely";

/**
 * Waits until `count` statements of this database wait for a lock, so that a race happens in a fixed order. Uses the
 * transaction that holds the lock, because the waiting statements may have taken the whole pool.
 */
export async function untilLocked(tx: Database, count: number): Promise<void> {
  for (let tries = 0; tries < 1000; tries++) {
    await sql`select pg_stat_clear_snapshot()`.execute(tx);
    const { rows } = await sql<{ waiting: number }>`
      select count(*)::int as waiting from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'
    `.execute(tx);
    if (rows[0] && rows[0].waiting >= count) return;
    await wait(10);
  }
  throw new Error(`Fewer than ${count} statements wait for a lock`);
}
