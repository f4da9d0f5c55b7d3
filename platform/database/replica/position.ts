import { sql } from "kysely";
import type { Database } from "../connect.ts";

/**
 * The position of the primary's write-ahead log at a moment, and the mark of its timeline (null until it has one).
 * Everything visible in the database at that moment is before it.
 */
export type Position = { lsn: string; mark: string | null };

const timeline = sql`left(pg_walfile_name(pg_current_wal_flush_lsn()), 8)`;

/**
 * The position of the primary that runs the query; null on a standby. Nobody sees a commit before it is on disk,
 * unless commits don't wait for the disk: then the position is the very end of the log.
 */
export const walPosition = sql<Position | null>`case when not pg_is_in_recovery() then json_build_object(
  'lsn', case current_setting('synchronous_commit')
    when 'off' then pg_current_wal_insert_lsn() else pg_current_wal_flush_lsn() end,
  'mark', (select mark from replica.timelines where timeline = ${timeline})) end`;

/** Gives the primary's timeline its mark, unless these servers gave it one before. */
export async function markTimeline(db: Database): Promise<void> {
  await sql`
    insert into replica.timelines (timeline, system_identifier, mark)
    select ${timeline}, system_identifier, gen_random_uuid() from pg_control_system()
    on conflict (timeline) do update
      set system_identifier = excluded.system_identifier, mark = excluded.mark
      where timelines.system_identifier <> excluded.system_identifier`.execute(db);
}
