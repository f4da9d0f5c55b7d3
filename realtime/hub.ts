import { randomUUID } from "node:crypto";
import type { Database } from "@rounds/database/connect.ts";
import type { Clock } from "@rounds/http/clock.ts";
import { createAudiences } from "./audiences.ts";
import type { Change, ChangeType } from "./bindings.ts";
import type { Channel, Connection } from "./channel.ts";
import type { Row } from "./filter.ts";
import { Bytes, type Message, textFrame, type Version, writeText } from "./frames.ts";
import { type RealtimeLog, tell } from "./listener.ts";
import { createPresence, type Diff, type Entry, isEmpty, type Presence } from "./presence.ts";
import type { Tables } from "./tables.ts";

/** A message to a topic. */
export type Broadcast = { topic: string; event: string; payload: unknown };

/** Messages between servers. */
type Talk =
  | { kind: "hello"; server: string }
  | { kind: "alive"; server: string }
  | { kind: "bye"; server: string }
  | { kind: "broadcast"; server: string; topic: string; event: string; payload: unknown; bytes?: string }
  | { kind: "present"; server: string; entries: Entry[] }
  | { kind: "absent"; server: string; topic: string; connection: string };

/** The database's announcement of a statement; `rows` is null if there were too many rows to list. */
type Statement = {
  type: ChangeType;
  schema: string;
  table: string;
  at: string;
  rows: { new?: Row; old?: Row }[] | null;
};

/** A server that was not heard from for this long counts as dead. */
const deadMilliseconds = 30_000;
/** The time between clients that have to join again, and the longest for all of them. */
const restartMilliseconds = 2;
const longestRestart = 5_000;

export type Hub = ReturnType<typeof createHub>;

/** All connections of this server by topic, and what reaches them: changes, broadcasts, presence. */
export function createHub({
  db,
  clock,
  log,
  tables,
}: {
  db: Database;
  clock: Clock;
  log: RealtimeLog;
  tables: Tables;
}) {
  const server = randomUUID();
  const connections = new Set<Connection>();
  const members = new Map<string, Set<Channel>>();
  const presence: Presence = createPresence();
  const heardAt = new Map<string, number>();
  const audiences = createAudiences((channels) => {
    log.warn({ channels: channels.length }, "changes came faster than they could be sent");
    restart(channels);
  }, log);

  const membersOf = (topic: string): Iterable<Channel> => members.get(topic) ?? [];

  function speak(talk: Talk): void {
    tell(db, "live_talk", talk).catch((error: unknown) =>
      log.warn({ err: error }, "the other servers could not be reached"),
    );
  }

  function enter(channel: Channel): void {
    channel.connection.channels.set(channel.topic, channel);
    const joined = members.get(channel.topic) ?? new Set();
    members.set(channel.topic, joined);
    joined.add(channel);
    channel.person.filterCost += channel.filterCost;
    audiences.enter(channel);
  }

  function leave(channel: Channel): void {
    const { connection, topic } = channel;
    if (connection.channels.get(topic) === channel) connection.channels.delete(topic);
    const joined = members.get(topic);
    if (joined?.delete(channel)) channel.person.filterCost -= channel.filterCost;
    if (joined?.size === 0) members.delete(topic);
    audiences.leave(channel);
    untrack(channel);
  }

  /** Announces a channel's presence to a topic; `bytes` is the payload's size. */
  function track(channel: Channel, payload: unknown, bytes: number): void {
    const said = typeof payload === "object" && payload !== null ? payload : {};
    const { topic, connection, person } = channel;
    person.keptBytes += bytes - channel.presence.keptBytes;
    channel.presence.keptBytes = bytes;
    const meta = { ...said, phx_ref: randomUUID() };
    const entry = { server, topic, connection: connection.id, key: channel.presence.key, meta };
    tellDiff(topic, presence.put(entry));
    speak({ kind: "present", server, entries: [entry] });
  }

  function untrack(channel: Channel): void {
    if (channel.presence.keptBytes === 0) return;
    const { topic, person } = channel;
    person.keptBytes -= channel.presence.keptBytes;
    channel.presence.keptBytes = 0;
    const connection = channel.connection.id;
    tellDiff(topic, presence.remove({ server, topic, connection }));
    speak({ kind: "absent", server, topic, connection });
  }

  /**
   * Tells a topic's members who left and who joined. In two messages: clients lose track of somebody who does both in
   * one.
   */
  function tellDiff(topic: string, { joins, leaves }: Diff): void {
    for (const diff of [
      { joins: {}, leaves },
      { joins, leaves: {} },
    ]) {
      if (isEmpty(diff)) continue;
      const frameFor = framing({ join_ref: null, ref: null, topic, event: "presence_diff", payload: diff });
      for (const { connection, presence: wanted } of membersOf(topic)) {
        if (wanted.enabled) connection.sendFrames(frameFor(connection.version), 1);
      }
    }
  }

  /** Delivers a broadcast to the topic's members on this server, except `except`. */
  function deliver({ topic, event, payload }: Broadcast, except?: Channel): void {
    const frameFor = framing({
      join_ref: null,
      ref: null,
      topic,
      event: "broadcast",
      payload: { type: "broadcast", event, payload },
    });
    for (const channel of membersOf(topic)) {
      if (channel === except) continue;
      const { connection } = channel;
      const { version } = connection;
      if (!(payload instanceof Bytes)) connection.sendFrames(frameFor(version), 1);
      else if (version === "2.0.0") connection.sendBytes(topic, event, payload);
    }
  }

  /** Delivers a broadcast to the topic's members on all servers, except `except`. */
  function broadcast(said: Broadcast, except?: Channel): void {
    deliver(said, except);
    const { payload, ...rest } = said;
    const bytes = payload instanceof Bytes ? payload.content.toString("base64") : undefined;
    speak({
      kind: "broadcast",
      server,
      ...rest,
      payload: bytes === undefined ? payload : null,
      ...(bytes !== undefined && { bytes }),
    });
  }

  function hearTalk(talk: Talk): void {
    if (talk.server === server) return;
    const isKnown = heardAt.has(talk.server);
    heardAt.set(talk.server, clock());
    switch (talk.kind) {
      case "hello":
        introduce();
        break;
      case "alive":
        // It counted as dead, or came during a gap: its earlier announcements are missing here.
        if (!isKnown) greet();
        break;
      case "bye":
        forget(talk.server);
        break;
      case "broadcast": {
        const { topic, event, bytes } = talk;
        const payload = bytes === undefined ? talk.payload : new Bytes(Buffer.from(bytes, "base64"));
        deliver({ topic, event, payload });
        break;
      }
      case "present":
        for (const entry of talk.entries) tellDiff(entry.topic, presence.put(entry));
        break;
      case "absent":
        tellDiff(talk.topic, presence.remove(talk));
        break;
    }
  }

  /** Asks the other servers who is present on them. */
  function greet(): void {
    speak({ kind: "hello", server });
  }

  function introduce(): void {
    const entries = presence.of(server);
    for (let at = 0; at < entries.length; at += 100) {
      speak({ kind: "present", server, entries: entries.slice(at, at + 100) });
    }
  }

  function forget(gone: string): void {
    heardAt.delete(gone);
    for (const [topic, diff] of presence.removeServer(gone)) tellDiff(topic, diff);
  }

  /** Announces that this server lives, and forgets those that have not been heard from for long. */
  function beat(): void {
    speak({ kind: "alive", server });
    for (const [other, at] of heardAt) if (clock() - at > deadMilliseconds) forget(other);
  }

  function hearChanges({ type, schema, table, at, rows }: Statement): void {
    const columns = tables.get(`${schema}.${table}`);
    if (!columns) return;
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

  return {
    connections,
    presence,
    tables,
    enter,
    leave,
    track,
    untrack,
    broadcast,
    hearTalk,
    hearChanges,
    beat,
    greet,
    /** Resolves once the others know that this server is leaving. */
    part: () => tell(db, "live_talk", { kind: "bye", server }),
    /**
     * After a gap in the notifications: everybody who listens to changes joins again, and presence is collected anew.
     */
    startAnew() {
      restart(audiences.listening());
      for (const other of [...heardAt.keys()]) forget(other);
      introduce();
      greet();
    },
  };
}

/**
 * The frames of a message for many members. All get the same bytes, so that a message waiting for many slow readers
 * takes up memory once.
 */
function framing(message: Message): (version: Version) => Buffer {
  const frames = new Map<Version, Buffer>();
  return (version) => {
    const frame = frames.get(version) ?? textFrame(writeText(version, message));
    frames.set(version, frame);
    return frame;
  };
}
