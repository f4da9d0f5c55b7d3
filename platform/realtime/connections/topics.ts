import type { Channel } from "./channel.ts";
import { type Message, textFrame, type Version, writeText } from "./frames.ts";

export type Topics = ReturnType<typeof createTopics>;

/** Which channels of this server have joined which topic. */
export function createTopics() {
  const members = new Map<string, Set<Channel>>();

  const membersOf = (topic: string): Iterable<Channel> => members.get(topic) ?? [];

  return {
    membersOf,
    add(channel: Channel): void {
      channel.connection.channels.set(channel.topic, channel);
      const joined = members.get(channel.topic) ?? new Set();
      members.set(channel.topic, joined.add(channel));
      channel.person.filterCost += channel.filterCost;
    },
    remove(channel: Channel): void {
      const { connection, topic } = channel;
      if (connection.channels.get(topic) === channel) connection.channels.delete(topic);
      const joined = members.get(topic);
      if (joined?.delete(channel)) channel.person.filterCost -= channel.filterCost;
      if (joined?.size === 0) members.delete(topic);
    },
    /** Sends an event to the topic's members for which `wanted` says yes. */
    send(topic: string, event: string, payload: unknown, wanted: (channel: Channel) => boolean): void {
      const frameFor = framing({ join_ref: null, ref: null, topic, event, payload });
      for (const channel of membersOf(topic)) {
        if (wanted(channel)) channel.connection.sendFrames(frameFor(channel.connection.version), 1);
      }
    },
  };
}

/**
 * The frames of a message for many members. All get the same bytes, so that a message waiting for many slow readers
 * takes up memory once.
 */
export function framing(message: Message): (version: Version) => Buffer {
  const frames = new Map<Version, Buffer>();
  return (version) => {
    const frame = frames.get(version) ?? textFrame(writeText(version, message));
    frames.set(version, frame);
    return frame;
  };
}
