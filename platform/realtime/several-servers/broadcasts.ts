import type { Channel } from "../connections/channel.ts";
import { Bytes } from "../connections/frames.ts";
import type { Topics } from "../connections/topics.ts";
import type { Say, Talk } from "./talk.ts";

/** A message to a topic. */
export type Broadcast = { topic: string; event: string; payload: unknown };

/** Delivers broadcasts to the members of their topics, on this server and the others. */
export function createBroadcasts({ server, topics, say }: { server: string; topics: Topics; say: Say }) {
  /** Delivers a broadcast to the topic's members on this server, except `except`. */
  function deliver({ topic, event, payload }: Broadcast, except?: Channel): void {
    if (!(payload instanceof Bytes)) {
      const content = { type: "broadcast", event, payload };
      topics.send(topic, "broadcast", content, (channel) => channel !== except);
      return;
    }
    for (const channel of topics.membersOf(topic)) {
      const { connection } = channel;
      // The first version of the protocol has no frames of bytes.
      if (channel !== except && connection.version === "2.0.0") connection.sendBytes(topic, event, payload);
    }
  }

  return {
    /** Delivers a broadcast to the topic's members on all servers, except `except`. */
    broadcast(said: Broadcast, except?: Channel): void {
      deliver(said, except);
      const { payload, ...rest } = said;
      say(
        payload instanceof Bytes
          ? { kind: "broadcast", server, ...rest, payload: null, bytes: payload.content.toString("base64") }
          : { kind: "broadcast", server, ...rest, payload },
      );
    },
    /** Delivers a broadcast that another server sent. */
    hear({ topic, event, payload, bytes }: Talk & { kind: "broadcast" }): void {
      deliver({
        topic,
        event,
        payload: bytes === undefined ? payload : new Bytes(Buffer.from(bytes, "base64")),
      });
    },
  };
}
