import { randomUUID } from "node:crypto";
import type { Channel } from "../connections/channel.ts";
import type { Topics } from "../connections/topics.ts";
import { createPresence, type Diff, isEmpty } from "./presence.ts";
import type { Say, Talk } from "./talk.ts";

export type PresenceDiffs = ReturnType<typeof createPresenceDiffs>;

/** Entries in one message to the other servers. */
const entriesAtOnce = 100;

/** Keeps who is present on which topic, and tells its members and the other servers what changes. */
export function createPresenceDiffs({ server, topics, say }: { server: string; topics: Topics; say: Say }) {
  const presence = createPresence();

  /**
   * Tells a topic's members who left and who joined. In two messages: clients lose track of somebody who does both in
   * one.
   */
  function send(topic: string, { joins, leaves }: Diff): void {
    for (const diff of [
      { joins: {}, leaves },
      { joins, leaves: {} },
    ]) {
      if (!isEmpty(diff)) topics.send(topic, "presence_diff", diff, (channel) => channel.presence.enabled);
    }
  }

  return {
    presence,
    /** Announces a channel's presence to a topic; `bytes` is the payload's size. */
    track(channel: Channel, payload: unknown, bytes: number): void {
      const said = typeof payload === "object" && payload !== null ? payload : {};
      const { topic, connection, person } = channel;
      person.keptBytes += bytes - channel.presence.keptBytes;
      channel.presence.keptBytes = bytes;
      const meta = { ...said, phx_ref: randomUUID() };
      const entry = { server, topic, connection: connection.id, key: channel.presence.key, meta };
      send(topic, presence.put(entry));
      say({ kind: "present", server, entries: [entry] });
    },
    untrack(channel: Channel): void {
      if (channel.presence.keptBytes === 0) return;
      const { topic, person } = channel;
      person.keptBytes -= channel.presence.keptBytes;
      channel.presence.keptBytes = 0;
      const connection = channel.connection.id;
      send(topic, presence.remove({ server, topic, connection }));
      say({ kind: "absent", server, topic, connection });
    },
    /** Tells the other servers who is present on this one. */
    sayAll(): void {
      const entries = presence.of(server);
      for (let at = 0; at < entries.length; at += entriesAtOnce) {
        say({ kind: "present", server, entries: entries.slice(at, at + entriesAtOnce) });
      }
    },
    /** Applies what another server announces about its connections. */
    hear(talk: Talk & { kind: "present" | "absent" }): void {
      if (talk.kind === "absent") send(talk.topic, presence.remove(talk));
      else for (const entry of talk.entries) send(entry.topic, presence.put(entry));
    },
    /** Removes everybody who was present on a server that is gone. */
    forget(gone: string): void {
      for (const [topic, diff] of presence.removeServer(gone)) send(topic, diff);
    },
  };
}
