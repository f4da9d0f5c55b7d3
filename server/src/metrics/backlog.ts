import type { Database } from "@rounds/database/connect.ts";
import { isoMoment } from "@rounds/http/clock.ts";
import { sql } from "kysely";

/** The work that waits in the database. */
export type Backlog = {
  mails: number;
  texts: number;
  /** Age in seconds of the oldest waiting message; 0 if there is none. */
  oldest_mail: number;
  oldest_text: number;
  /** Changes not folded into the sums yet, up to 100,000. */
  rollup_changes: number;
};

/** Counts the waiting work, in one query; `now` in milliseconds since 1970. */
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

/** How old an answer may be, and how long one is waited for, in milliseconds. */
export type BacklogPace = { fresh: number; longest_wait: number };

/** Metrics scrapers have short timeouts, while a lost database may make its caller wait for long. */
const usualPace: BacklogPace = { fresh: 5_000, longest_wait: 2_000 };

/**
 * Returns the waiting work as of at most 5 seconds ago; undefined if the database did not answer within 2 seconds,
 * unless `pace` says otherwise. Does not ask again while an answer is outstanding.
 */
export function watchBacklog(
  read: () => Promise<Backlog>,
  { fresh, longest_wait }: BacklogPace = usualPace,
): () => Promise<Backlog | undefined> {
  let askedAt = Number.NEGATIVE_INFINITY;
  let answer: Promise<Backlog | undefined> = Promise.resolve(undefined);
  let asking = false;
  return async () => {
    if (!asking && performance.now() - askedAt >= fresh) {
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
      timer = setTimeout(resolve, longest_wait, undefined);
    });
    return await Promise.race([answer, late]).finally(() => clearTimeout(timer));
  };
}
