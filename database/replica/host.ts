import type { FastifyBaseLogger } from "fastify";
import type pg from "pg";
import { type Host, nameOf } from "../cluster/address.ts";
import { connect } from "../connect.ts";
import type { Position } from "./position.ts";
import { holdSession, type ReplicaSession, untilReplayed } from "./session.ts";

export type ReplicaLog = Pick<FastifyBaseLogger, "info" | "warn">;

/** Milliseconds for which a replica that failed is left alone: at first, and at most after many failures. */
export type Pauses = { first: number; longest: number };

/** One server that reads may run on. */
export type ReplicaHost = {
  /** A session that is as new as the position; undefined when none can be had now. */
  open(position: Position): Promise<ReplicaSession | undefined>;
  close(): Promise<void>;
};

/** To connect or to get one of the connections, and then to tell how far it is. */
const greetingMilliseconds = 1_000;

/** A replica that fails or lags is left alone for a while, each time for longer; then one request tries it first. */
export function createReplicaHost(
  host: Host,
  settings: pg.ClientConfig,
  log: ReplicaLog,
  { first, longest }: Pauses,
): ReplicaHost {
  const { pool } = connect({ ...settings, ...host, connectionTimeoutMillis: greetingMilliseconds }, () => {});
  const replica = nameOf(host);
  /** 0 while it is used. */
  let pause = 0;
  let pausedUntil = 0;

  function leave(error: unknown, isTrial: boolean) {
    // Requests that fail together count once.
    if (pause > 0 && !isTrial) return;
    if (pause === 0) log.warn({ err: error, replica }, "a replica is left alone");
    pause = Math.min(pause * 2 || first, longest);
    pausedUntil = performance.now() + pause;
  }

  return {
    async open(position) {
      if (performance.now() < pausedUntil) return undefined;
      const isTrial = pause > 0;
      if (isTrial) pausedUntil = performance.now() + pause;
      const onFailure = (error: unknown) => leave(error, isTrial);
      let session: ReplicaSession | undefined;
      try {
        const client = await pool.connect();
        session = holdSession(client, onFailure);
        await session.answer(untilReplayed(client, position), greetingMilliseconds);
      } catch (error) {
        if (session) session.failedBy(error);
        else onFailure(error);
        return undefined;
      }
      if (pause > 0) log.info({ replica }, "a replica is used again");
      pause = 0;
      pausedUntil = 0;
      return session;
    },
    close: () => pool.end(),
  };
}
