import type { Database } from "@rounds/database/connect.ts";
import { isoMoment } from "@rounds/http/clock.ts";
import { sql } from "kysely";

/** What waits in the database to be dealt with. */
export type Backlog = {
  mails: number;
  texts: number;
  /** Age in seconds of the oldest message that waits; 0 if none does. */
  oldest_mail: number;
  oldest_text: number;
  /** Changes that are not folded into the sums yet, up to 100,000. */
  rollup_changes: number;
};

/** Counts what waits, in one query; `now` in milliseconds since 1970. */
export async function readBacklog(db: Database, now: number): Promise<Backlog> {
  const { rows } = await sql<Backlog>`
    select
      count(*) filter (where channel = 'mail') as mails,
      count(*) filter (where channel = 'sms') as texts,
      coalesce(extract(epoch from ${isoMoment(now)}::timestamptz
        - min(created_at) filter (where channel = 'mail')), 0)::double precision as oldest_mail,
      coalesce(extract(epoch from ${isoMoment(now)}::timestamptz
        - min(created_at) filter (where channel = 'sms')), 0)::double precision as oldest_text,
      (select count(*) from (select from rollup_changes limit 100000) as changes) as rollup_changes
    from auth.messages where done_at is null`.execute(db);
  const [backlog] = rows;
  if (!backlog) throw new Error("The query for what waits gave no row");
  return backlog;
}

const freshMilliseconds = 5_000;
/** Whoever reads the metrics has little patience, and a database that is gone may let its caller wait for long. */
const patienceMilliseconds = 2_000;

/**
 * Gives what waits, as it was at most 5 seconds ago; undefined if the database did not tell within 2 seconds. Asks no
 * second time while an answer is outstanding.
 */
export function watchBacklog(read: () => Promise<Backlog>): () => Promise<Backlog | undefined> {
  let askedAt = Number.NEGATIVE_INFINITY;
  let answer: Promise<Backlog | undefined> = Promise.resolve(undefined);
  let asking = false;
  return async () => {
    if (!asking && performance.now() - askedAt >= freshMilliseconds) {
      askedAt = performance.now();
      asking = true;
      answer = read()
        .catch(() => undefined)
        .finally(() => {
          asking = false;
        });
    }
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<undefined>((resolve) => {
      timer = setTimeout(resolve, patienceMilliseconds, undefined);
    });
    return await Promise.race([answer, late]).finally(() => clearTimeout(timer));
  };
}
