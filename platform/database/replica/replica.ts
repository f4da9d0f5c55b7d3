import type { ClusterAddress } from "../cluster/address.ts";
import { abortable, type Database } from "../connect.ts";
import { snapshot } from "../transaction.ts";
import { createReplicaHost, type Pauses, type ReplicaLog } from "./host.ts";
import { markTimeline, type Position } from "./position.ts";
import { type Reads, readsOn } from "./reads.ts";
import type { ReplicaSession } from "./session.ts";

export type Replica = {
  /**
   * The reads of a request that found the primary at a position; null means on the primary. They are given up when the
   * signal is aborted.
   */
  readsAt(position: Position | null, signal?: AbortSignal): Reads;
  /** How many reads a replica answered since the start, and how many the primary did instead. */
  counts(): { replica: number; primary: number };
  close(): Promise<void>;
};

const usualPauses: Pauses = { first: 250, longest: 8_000 };

/**
 * Reads on replicas, in turn, if one is at least as recent as the primary `db` was and answers; otherwise on the
 * primary. Nothing is checked here: replicas need not run for a start.
 */
export function createReplica(
  { hosts, settings }: ClusterAddress,
  db: Database,
  log: ReplicaLog,
  pauses = usualPauses,
): Replica {
  const replicas = hosts.map((host) => createReplicaHost(host, settings, log, pauses));
  const counts = { replica: 0, primary: 0 };
  let turn = 0;
  let isMarked = false;
  let markAgainAt = 0;

  async function mark() {
    if (performance.now() < markAgainAt) return;
    markAgainAt = performance.now() + pauses.longest;
    try {
      await markTimeline(db);
      isMarked = true;
      markAgainAt = 0;
    } catch (error) {
      log.warn({ err: error }, "the primary's timeline could not be marked: no replica is used");
    }
  }

  async function open(
    position: Position,
    signal: AbortSignal | undefined,
  ): Promise<ReplicaSession | undefined> {
    // The first time in any case: a copy of another database has that one's marks.
    if (!isMarked || position.mark === null) {
      void mark();
      return undefined;
    }
    const start = turn++ % replicas.length;
    for (const replica of [...replicas.slice(start), ...replicas.slice(0, start)]) {
      const session = await replica.open(position, signal);
      if (session) return session;
    }
    return undefined;
  }

  return {
    readsAt(position, signal) {
      const primary = signal ? abortable(db, signal) : db;
      if (position === null) return readsOn(primary);
      return {
        async run(read) {
          const session = await open(position, signal);
          if (session) {
            try {
              const result = await session.answer(snapshot(session.db, read));
              counts.replica++;
              return result;
            } catch (error) {
              if (!session.failedBy(error)) throw error;
            } finally {
              session.end();
            }
          }
          counts.primary++;
          return await read(primary);
        },
        async *stream(read) {
          const session = await open(position, signal);
          if (session) {
            const parts = read(session.db);
            let begun = false;
            try {
              for (;;) {
                const part = await session.answer(parts.next());
                if (part.done) {
                  counts.replica++;
                  return;
                }
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
          counts.primary++;
          yield* readsOn(primary).stream(read);
        },
      };
    },
    counts: () => counts,
    async close() {
      await Promise.all(replicas.map((replica) => replica.close()));
    },
  };
}
