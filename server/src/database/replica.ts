import { setTimeout as wait } from "node:timers/promises";
import type { FastifyBaseLogger } from "fastify";
import { Kysely, PostgresDialect, sql } from "kysely";
import type pg from "pg";
import { AppError } from "../http/app-error.ts";
import { type ConnectionSettings, connect, type Database } from "./connect.ts";
import { databaseError } from "./database-error.ts";
import { type Reads, readsOn } from "./reads.ts";
import type { Tables } from "./tables.ts";
import { snapshot } from "./transaction.ts";

/**
 * How far the primary's write-ahead log reached at a moment, and the mark of its timeline (null until it has one).
 * Whatever could be seen in the database at that moment lies before.
 */
export type Position = { lsn: string; mark: string | null };

const timeline = sql`left(pg_walfile_name(pg_current_wal_flush_lsn()), 8)`;

/**
 * The position of the primary that runs the query; null on a standby. Nobody sees a commit before it is on disk,
 * unless commits don't wait for the disk: the position is then the very end of the log.
 */
export const walPosition = sql<Position | null>`case when not pg_is_in_recovery() then json_build_object(
  'lsn', case current_setting('synchronous_commit')
    when 'off' then pg_current_wal_insert_lsn() else pg_current_wal_flush_lsn() end,
  'mark', (select mark from replica.timelines where timeline = ${timeline})) end`;

export type Replica = {
  /** How a request reads that has found the primary at a position; null: on the primary. */
  readsAt(position: Position | null): Reads;
  close(): Promise<void>;
};

/** A connection to the replica while it shows all that lies before a request's position. */
type Session = {
  db: Database;
  /** Waits for an answer for so long, then gives the connection up: who is cut off from it hears nothing any more. */
  answer<Result>(answer: Promise<Result>, milliseconds?: number): Promise<Result>;
  /** Whether the replica is to blame for an error; the connection is given up then. */
  failedBy(error: unknown): boolean;
  end(): void;
};

/** Milliseconds between the looks at a replica that lags. */
const looks = [1, 2, 4, 8, 16, 32];
/** To connect, or to get one of the connections, and to tell how far it is. */
const greetingMilliseconds = 1_000;
const answerMilliseconds = 10_000;
/** Milliseconds for which a replica is left alone, twice as long each time. */
const usualPauses = { first: 250, longest: 8_000 };

/**
 * Reads on a replica where that shows no less than the primary `db` did and answers, else on the primary. A replica
 * that fails or lags is left alone for a while; then one request tries it first.
 */
export function createReplica(
  settings: ConnectionSettings,
  db: Database,
  log: Pick<FastifyBaseLogger, "info" | "warn">,
  pauses = usualPauses,
): Replica {
  const { pool, close } = connect({ ...settings, connectionTimeoutMillis: greetingMilliseconds }, () => {});
  let isMarked = false;
  let isMarking = false;
  /** Milliseconds; 0 while the replica is used. */
  let pause = 0;
  let pausedUntil = 0;

  function leave(error: unknown, isTrial: boolean) {
    // Requests that fail together count once.
    if (pause > 0 && !isTrial) return;
    if (pause === 0) log.warn({ err: error }, "the replica is left: lists and reports come from the primary");
    pause = Math.min(pause * 2 || pauses.first, pauses.longest);
    pausedUntil = performance.now() + pause;
  }

  async function mark() {
    if (isMarking) return;
    isMarking = true;
    try {
      await markTimeline(db);
      isMarked = true;
    } catch (error) {
      leave(error, true);
    }
    isMarking = false;
  }

  /** A session that is as new as the position; undefined when there is none to be had now. */
  async function open(position: Position): Promise<Session | undefined> {
    if (performance.now() < pausedUntil) return undefined;
    // The first time in any case: a copy of another database brings that one's marks.
    if (!isMarked || position.mark === null) {
      void mark();
      return undefined;
    }
    const isTrial = pause > 0;
    if (isTrial) pausedUntil = performance.now() + pause;
    let session: Session | undefined;
    try {
      const client = await pool.connect();
      session = sessionOn(client, (error) => leave(error, isTrial));
      await session.answer(untilReplayed(client, position), greetingMilliseconds);
    } catch (error) {
      if (session) session.failedBy(error);
      else leave(error, isTrial);
      return undefined;
    }
    if (pause > 0) log.info("the replica is used again");
    pause = 0;
    return session;
  }

  return {
    readsAt(position) {
      if (position === null) return readsOn(db);
      return {
        async run(read) {
          const session = await open(position);
          if (session) {
            try {
              return await session.answer(snapshot(session.db, read));
            } catch (error) {
              if (!session.failedBy(error)) throw error;
            } finally {
              session.end();
            }
          }
          return await read(db);
        },
        async *stream(read) {
          const session = await open(position);
          if (session) {
            const parts = read(session.db);
            let begun = false;
            try {
              for (;;) {
                const part = await session.answer(parts.next());
                if (part.done) return;
                yield part.value;
                begun = true;
              }
            } catch (error) {
              if (!session.failedBy(error) || begun) throw error;
            } finally {
              await session.answer(parts.return());
              session.end();
            }
          }
          yield* read(db);
        },
      };
    },
    close,
  };
}

function sessionOn(client: pg.PoolClient, leave: (error: unknown) => void): Session {
  let held = true;
  function giveUp(error: unknown) {
    if (!held) return;
    held = false;
    // With an error, the pool closes the connection, which ends what still waits for an answer.
    client.release(error instanceof Error ? error : true);
    leave(error);
  }
  return {
    db: databaseOn(client),
    async answer(answer, milliseconds = answerMilliseconds) {
      const limit = setTimeout(() => giveUp(new Error("The replica does not answer")), milliseconds);
      return await answer.finally(() => clearTimeout(limit));
    },
    failedBy(error) {
      if (isAnswer(error)) return false;
      giveUp(error);
      return true;
    },
    end() {
      if (held) client.release();
      held = false;
    },
  };
}

/** Whether an error is what the request asked for: the primary would give the same. */
function isAnswer(error: unknown): boolean {
  const shown = error instanceof AppError ? error : databaseError(error);
  return shown !== undefined && shown.status < 500;
}

/** The database as it is seen on one connection. */
function databaseOn(client: pg.PoolClient): Database {
  const held = { query: client.query.bind(client), release: () => {} };
  return new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: { connect: async () => held, end: async () => {} } }),
  });
}

/**
 * Waits a moment until a standby has replayed all up to a position, and throws when it has not. To be asked before
 * the snapshot to read from is taken, as a statement of its own: each sees the rows of its own beginning.
 */
async function untilReplayed(client: pg.PoolClient, { lsn, mark }: Position): Promise<void> {
  let found: { standby: boolean; replayed: boolean; follows: boolean } | undefined;
  for (const pause of [...looks, 0]) {
    const { rows } = await client.query<NonNullable<typeof found>>(
      `select pg_is_in_recovery() as standby, pg_last_wal_replay_lsn() >= $1::pg_lsn as replayed,
        exists (select from replica.timelines where mark = $2) as follows`,
      [lsn, mark],
    );
    found = rows[0];
    if (!found?.standby) throw new Error("The replica is no standby");
    if (found.replayed && found.follows) return;
    if (pause > 0) await wait(pause);
  }
  throw new Error(`The replica ${found?.replayed ? "does not follow" : "lags behind"} the primary`);
}

/** Gives the timeline of the primary its mark, unless these servers gave it one before. */
async function markTimeline(db: Database): Promise<void> {
  await sql`
    insert into replica.timelines (timeline, system_identifier, mark)
    select ${timeline}, system_identifier, gen_random_uuid() from pg_control_system()
    on conflict (timeline) do update
      set system_identifier = excluded.system_identifier, mark = excluded.mark
      where timelines.system_identifier <> excluded.system_identifier`.execute(db);
}
