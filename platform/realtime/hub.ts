import { randomUUID } from "node:crypto";
import type { Database } from "@rounds/database/connect.ts";
import type { Clock } from "@rounds/http/clock.ts";
import { createAudiences } from "./changes/audiences.ts";
import { createNews } from "./changes/news.ts";
import type { Channel, Connection } from "./connections/channel.ts";
import type { RealtimeLog } from "./connections/listener.ts";
import { createTopics } from "./connections/topics.ts";
import type { Change, ChangeType } from "./filters/bindings.ts";
import type { Row } from "./filters/filter.ts";
import type { Tables } from "./filters/tables.ts";
import { createBroadcasts } from "./several-servers/broadcasts.ts";
import { createPeers } from "./several-servers/peers.ts";
import { createPresenceDiffs } from "./several-servers/presence-diffs.ts";
import { createSay, sayGoodbye } from "./several-servers/talk.ts";

/** The database's announcement of a statement; `rows` is null if there were too many rows to list. */
type Statement = {
  type: ChangeType;
  schema: string;
  table: string;
  at: string;
  rows: { new?: Row; old?: Row }[] | null;
};

/** The time between clients that have to join again, and the longest for all of them. */
const restartMilliseconds = 2;
const longestRestart = 5_000;

export type Hub = ReturnType<typeof createHub>;

type Needs = { db: Database; clock: Clock; log: RealtimeLog; tables: Tables };

/** All connections of this server by topic, and what reaches them: changes, broadcasts, presence. */
export function createHub({ db, clock, log, tables }: Needs) {
  const server = randomUUID();
  const connections = new Set<Connection>();
  const topics = createTopics();
  const say = createSay(db, log);
  const { broadcast, hear: hearBroadcast } = createBroadcasts({ server, topics, say });
  const diffs = createPresenceDiffs({ server, topics, say });
  const peers = createPeers({ server, clock, presence: diffs, hearBroadcast, say });
  const audiences = createAudiences((channels) => {
    log.warn({ channels: channels.length }, "changes came faster than they could be sent");
    restart(channels);
  }, log);

  const news = createNews({ onLost: restart, log });

  function enter(channel: Channel): void {
    topics.add(channel);
    if (!news.enter(channel)) audiences.enter(channel);
  }

  function leave(channel: Channel): void {
    topics.remove(channel);
    audiences.leave(channel);
    news.leave(channel);
    diffs.untrack(channel);
  }

  /**
   * Makes the clients of channels join again: they reload what they may have missed. Many are notified one after
   * another, because each then reloads everything it shows.
   */
  function restart(channels: Channel[]): void {
    const span = Math.min(channels.length * restartMilliseconds, longestRestart);
    for (const channel of channels) {
      leave(channel);
      const { connection, joinRef, topic } = channel;
      connection.later(Math.random() * span, () =>
        connection.send({ join_ref: joinRef, ref: null, topic, event: "phx_error", payload: {} }),
      );
    }
  }

  function hearChanges({ type, schema, table, at, rows }: Statement): void {
    const columns = tables.get(`${schema}.${table}`);
    if (!columns) return;
    if (schema === "public") news.hear(table, type, rows);
    if (rows === null) {
      // More than are sent one by one.
      restart(audiences.listeningTo(`${schema}.${table}`));
      return;
    }
    for (const row of rows) {
      const change: Change = {
        type,
        schema,
        table,
        commit_timestamp: at,
        ...(row.new && { record: row.new }),
        ...(row.old && { old_record: row.old }),
      };
      audiences.tell(change, () => JSON.stringify({ ...change, columns, errors: null }));
    }
  }

  return {
    connections,
    presence: diffs.presence,
    tables,
    enter,
    leave,
    restart,
    track: diffs.track,
    untrack: diffs.untrack,
    broadcast,
    hearTalk: peers.hear,
    hearChanges,
    beat: peers.beat,
    announceSelf: peers.announceSelf,
    /** Resolves once the others know that this server is leaving. */
    sayGoodbye: () => sayGoodbye(db, server),
    /**
     * After a gap in the notifications: everybody who listens to changes joins again, and presence is collected anew.
     */
    startAnew() {
      restart([...audiences.listening(), ...news.listening()]);
      peers.startAnew();
    },
  };
}
