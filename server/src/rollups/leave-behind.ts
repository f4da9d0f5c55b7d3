import type { Database } from "@rounds/database/connect.ts";
import { sql } from "kysely";

/**
 * Lets changes that are not folded in yet count for their day only, before deleted doctors or products come back under
 * the same ids. Their sums went with the deletion, so what the deletion noted must not count against the new rows.
 */
export async function leavePendingBehind(tx: Database, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  // As a deletion does: a fold must not read what is changed here.
  await sql`select pg_advisory_xact_lock(rollup_lock())`.execute(tx);
  await sql`
    update rollup_changes set
      doctor_id = case when doctor_id = any(${ids}::uuid[]) then null else doctor_id end,
      product_id = case when product_id = any(${ids}::uuid[]) then null else product_id end
    where doctor_id = any(${ids}::uuid[]) or product_id = any(${ids}::uuid[])`.execute(tx);
}
