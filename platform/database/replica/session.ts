import { setTimeout as wait } from "node:timers/promises";
import { AppError } from "@rounds/domain/errors/app-error.ts";
import type pg from "pg";
import { type Database, databaseOn } from "../connect.ts";
import { databaseError } from "../database-error.ts";
import type { Position } from "./position.ts";

/** One connection to a replica, held for one request. */
export type ReplicaSession = {
  db: Database;
  /**
   * How long to wait for an answer before giving the connection up: a replica that is cut off sends nothing any more.
   */
  answer<Result>(answer: Promise<Result>, milliseconds?: number): Promise<Result>;
  /** Whether an error is the replica's fault; then the connection is given up. */
  failedBy(error: unknown): boolean;
  end(): void;
};

const answerMilliseconds = 10_000;

/** Holds a connection of a pool until `end`, or until it is given up, for which `onFailure` is called. */
export function holdSession(client: pg.PoolClient, onFailure: (error: unknown) => void): ReplicaSession {
  let held = true;
  // The holder may be waiting for something else than its answers, and would keep its place in the pool.
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
    db: databaseOn(client, () => held),
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

/** Whether the request itself caused an error: the primary would give the same. */
function isAnswer(error: unknown): boolean {
  const shown = error instanceof AppError ? error : databaseError(error);
  return shown !== undefined && shown.status < 500;
}

/** Milliseconds between checks of a replica that lags. */
const looks = [1, 2, 4, 8, 16, 32];

/**
 * Waits a moment until a standby has replayed everything up to a position, and throws if it has not. Call it before
 * the snapshot of the read is taken, as a separate statement: each statement sees the rows of its own start.
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
    if (!found?.standby) throw new Error("The replica is not a standby");
    if (found.replayed && found.follows) return;
    if (pause > 0) await wait(pause);
  }
  throw new Error(`The replica ${found?.replayed ? "does not follow" : "lags behind"} the primary`);
}
