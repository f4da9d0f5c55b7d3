import { z } from "zod";
import type { Admitted } from "./access.ts";
import { type Binding, bindingInput } from "./bindings.ts";
import type { Bytes, Message, Version } from "./frames.ts";
import type { Person } from "./people.ts";

const flag = z.boolean().nullish();

/** What a client says when it joins; fields that nobody knows are passed over. */
export const joinInput = z.object({
  config: z
    .object({
      broadcast: z.object({ ack: flag, self: flag }).nullish(),
      presence: z.object({ key: z.string().max(200).nullish(), enabled: flag }).nullish(),
      postgres_changes: z.array(bindingInput).max(100).nullish(),
      private: flag,
    })
    .nullish(),
  access_token: z.string().max(20_000).nullish(),
});
export type JoinInput = z.output<typeof joinInput>;

/** One client's socket with the topics that it has joined. */
export type Connection = {
  id: string;
  version: Version;
  channels: Map<string, Channel>;
  /** The token that came with the address, for joins that bring none. */
  key: string;
  send(message: Message): void;
  /** Sends messages that are frames already; many connections may be given the same bytes. */
  sendFrames(bytes: Buffer, messages: number): void;
  sendBytes(topic: string, event: string, payload: Bytes): void;
  /** Whose socket it is, once a good token was shown; undefined until then. */
  person(): Person | undefined;
  /** Makes it somebody's. */
  admit(person: Person): void;
  /** Whether it may send one more message now. */
  takeTurn(): boolean;
  /** Runs later, unless the connection is closed by then. */
  later(milliseconds: number, task: () => void): void;
  /** Cuts it off if it has read nothing for long of what waits for it, or has been in no channel for long. */
  check(): void;
  close(code: number, reason: string): void;
  isOpen(): boolean;
};

/** One topic that one connection has joined. */
export type Channel = {
  connection: Connection;
  topic: string;
  /** The reference of the join, which the client expects back with what concerns it alone. */
  joinRef: string | null;
  bindings: Binding[];
  broadcast: { ack: boolean; self: boolean };
  /** What comparing a changed row with its filters costs. */
  filterCost: number;
  /** `keptBytes`: the size of what it says of itself, 0 while it says nothing. */
  presence: { key: string; enabled: boolean; keptBytes: number };
  person: Person;
  access: Admitted;
};

/** A topic without the prefix that all have on the wire. */
export function nameOf(topic: string): string {
  return topic.replace(/^realtime:/, "");
}
