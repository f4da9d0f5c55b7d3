import { setTimeout as wait } from "node:timers/promises";
import { AppError } from "@rounds/domain/errors/app-error.ts";
import { Kysely, PostgresDialect } from "kysely";
import type pg from "pg";
import type { Database } from "../connect.ts";
import { databaseError } from "../database-error.ts";
import type { Tables } from "../tables.ts";
import type { Position } from "./position.ts";

/** One connection to a replica, held for one request. */
export type ReplicaSession = {
  db: Database;
  /** Waits for an answer for so long, then gives the connection up: who is cut off from it hears nothing any more. */
  answer<Result>(answer: Promise<Result>, milliseconds?: number): Promise<Result>;
  /** Whether the replica is to blame for an error; the connection is given up then. */
  failedBy(error: unknown): boolean;
  end(): void;
};

const answerMilliseconds = 10_000;

/** Holds a connection of a pool until `end`, or until it is given up, which `onFailure` is told. */
export function holdSession(client: pg.PoolClient, onFailure: (error: unknown) => void): ReplicaSession {
  let held = true;
  // Who holds it may be waiting for something else than its answers, and would keep its place in the pool.
  const lose = () => giveUp(new Error("Connection terminated while it was held"));
  client.once("end", lose);
  function letGo() {
    held = false;
    client.off("end", lose);
  }
  function giveUp(error: unknown) {
    if (!held) return;
    letGo();
    // With an error, the pool closes the connection, which ends what still waits for an answer.
    client.release(error instanceof Error ? error : true);
    onFailure(error);
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
      if (!held) return;
      letGo();
      client.release();
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

/** Milliseconds between the looks at a replica that lags. */
const looks = [1, 2, 4, 8, 16, 32];

/**
 * Waits a moment until a standby has replayed all up to a position, and throws when it has not. To be asked before
 * the snapshot to read from is taken, as a statement of its own: each sees the rows of its own beginning.
 */
export async function untilReplayed(client: pg.PoolClient, { lsn, mark }: Position): Promise<void> {
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
