import { setTimeout as wait } from "node:timers/promises";
import { runAlone } from "@rounds/database/alone.ts";
import type { ConnectionSettings, Database } from "@rounds/database/connect.ts";
import { Session } from "@rounds/database/session.ts";
import type { FastifyBaseLogger } from "fastify";
import { sql } from "kysely";

/** Where the service logs. */
export type RealtimeLog = Pick<FastifyBaseLogger, "info" | "warn" | "error">;

/** The database's channels: changed rows, users whose access has changed, and messages between servers. */
const databaseChannels = ["live_changes", "live_access", "live_talk"] as const;
type DatabaseChannel = (typeof databaseChannels)[number];

type Listener = { ready: Promise<void>; stop(): Promise<void> };

const firstPause = 200;
const longestPause = 5_000;
/** A silently dead connection is detected by a query now and then. */
const checkMilliseconds = 15_000;

/**
 * Listens on a connection of its own, and again after it was lost. `hear` gets the messages in commit order; `onGap`
 * is called if some may have been missed.
 */
export function startListening(
  settings: ConnectionSettings,
  db: Database,
  log: RealtimeLog,
  { hear, onGap }: { hear(channel: DatabaseChannel, body: string): void; onGap(): void },
): Listener {
  let stopped = false;
  let current: Session | undefined;
  let markReady: () => void = () => {};
  const ready = new Promise<void>((resolve) => {
    markReady = resolve;
  });
  const stopping = new AbortController();

  async function listenOnce(isFirst: boolean): Promise<void> {
    const client = new (settings.Client ?? Session)({
      ...settings,
      keepAlive: true,
      connectionTimeoutMillis: 5_000,
    });
    current = client;
    const lost = new Promise<void>((resolve) => {
      client.on("error", () => resolve());
      client.on("end", () => resolve());
    });
    // Long messages are fetched one after another, so that the order is kept.
    let line = Promise.resolve();
    client.on("notification", ({ channel, payload = "" }) => {
      line = line
        .then(async () => {
          const body = await wholeBody(db, payload).catch((error: unknown) => {
            log.warn({ err: error }, "a long live message could not be fetched");
            return undefined;
          });
          if (body === undefined) onGap();
          // It listens to no other channel.
          else hear(channel as DatabaseChannel, body);
        })
        .catch((error: unknown) => log.warn({ err: error }, "a live message could not be handled"));
    });
    await client.connect();
    for (const channel of databaseChannels) await client.query(`listen ${channel}`);
    if (!isFirst) onGap();
    markReady();
    const checking = setInterval(() => {
      client.query("select 1").catch(() => client.end().catch(() => {}));
    }, checkMilliseconds).unref();
    try {
      await lost;
    } finally {
      clearInterval(checking);
    }
  }

  async function run(): Promise<void> {
    let pause = firstPause;
    for (let isFirst = true; !stopped; isFirst = false) {
      const begun = performance.now();
      try {
        await listenOnce(isFirst);
      } catch (error) {
        log.warn({ err: error }, "could not listen to the database");
      }
      current?.end().catch(() => {});
      if (stopped) return;
      if (performance.now() - begun > 10_000) pause = firstPause;
      await wait(pause, undefined, { signal: stopping.signal }).catch(() => {});
      pause = Math.min(pause * 2, longestPause);
    }
  }

  const running = run();
  return {
    ready,
    async stop() {
      stopped = true;
      stopping.abort();
      await current?.end().catch(() => {});
      await running;
    },
  };
}

/** The content of a notification: its own text, or the long one with its number; undefined if that is gone. */
async function wholeBody(db: Database, payload: string): Promise<string | undefined> {
  const number = /^\{"long" ?: ?(\d+)\}$/.exec(payload)?.[1];
  if (number === undefined) return payload;
  const { rows } = await sql<{
    body: string;
  }>`select body from live.long_messages where id = ${number}::bigint`.execute(db);
  return rows[0]?.body;
}

/** Sends a message to all servers, including this one. */
export async function tell(db: Database, channel: DatabaseChannel, message: object): Promise<void> {
  await sql`select live.send(${channel}, ${JSON.stringify(message)})`.execute(db);
}

/** Removes long messages that every server has had time to read; a server that has not starts anew. */
export async function tidyLongMessages(db: Database): Promise<void> {
  await runAlone(db, "live.tidy", (tx) =>
    sql`delete from live.long_messages where created_at < now() - interval '1 minute'`.execute(tx),
  );
}
