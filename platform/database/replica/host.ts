import type { FastifyBaseLogger } from "fastify";
import type pg from "pg";
import { type Host, nameOf } from "../cluster/address.ts";
import { abortableClient, connect } from "../connect.ts";
import type { Position } from "./position.ts";
import { holdSession, type ReplicaSession, untilReplayed } from "./session.ts";

export type ReplicaLog = Pick<FastifyBaseLogger, "info" | "warn">;

/** Milliseconds for which a failed replica is not used: at first, and at most after many failures. */
export type Pauses = { first: number; longest: number };

/** One server on which reads may run. */
type ReplicaHost = {
  /**
   * A session that is at least as new as the position, closed when the signal is aborted; undefined if none is
   * available now.
   */
  open(position: Position, signal?: AbortSignal): Promise<ReplicaSession | undefined>;
  close(): Promise<void>;
};

/** The time to connect or to get a pooled connection, and then to report its position. */
const greetingMilliseconds = 1_000;

/** A replica that fails or lags is not used for a while, longer each time; then one request tries it first. */
export function createReplicaHost(
  host: Host,
  settings: pg.ClientConfig,
  log: ReplicaLog,
  { first, longest }: Pauses,
): ReplicaHost {
  const { pool } = connect({ ...settings, ...host, connectionTimeoutMillis: greetingMilliseconds }, () => {});
  const replica = nameOf(host);
  /** 0 while it is in use. */
  let pause = 0;
  let pausedUntil = 0;

  function leave(error: unknown, isTrial: boolean) {
    // Requests that fail together count once.
    if (pause > 0 && !isTrial) return;
    if (pause === 0) log.warn({ err: error, replica }, "a replica is not used for now");
    pause = Math.min(pause * 2 || first, longest);
    pausedUntil = performance.now() + pause;
  }

  return {
    async open(position, signal) {
      if (performance.now() < pausedUntil) return undefined;
      const isTrial = pause > 0;
      if (isTrial) pausedUntil = performance.now() + pause;
      const onFailure = (error: unknown) => {
        if (!signal?.aborted) leave(error, isTrial);
      };
      let session: ReplicaSession | undefined;
      try {
        const taken = await pool.connect();
        const client = signal ? abortableClient(taken, signal) : taken;
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
