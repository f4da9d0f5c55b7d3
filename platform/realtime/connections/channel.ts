import { z } from "zod";
import { type Binding, bindingInput } from "../filters/bindings.ts";
import type { Person } from "../limits/people.ts";
import type { Admitted } from "./access.ts";
import type { Bytes, Message, Version } from "./frames.ts";

const flag = z.boolean().nullish();

/** The payload of a join; unknown fields are ignored. */
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
  /** Whether it asked to hear all changes together, as the product's own pages do. */
  hearsNews: boolean;
  /** The token in the address, for joins without one. */
  key: string;
  send(message: Message): void;
  /** Sends messages that are already frames; many connections may get the same bytes. */
  sendFrames(bytes: Buffer, messages: number): void;
  sendBytes(topic: string, event: string, payload: Bytes): void;
  /** Whose socket it is, once a valid token was shown; undefined until then. */
  person(): Person | undefined;
  /** Assigns it to a person. */
  admit(person: Person): void;
  /** Whether it may send one more message now. */
  tryMessage(): boolean;
  /** Runs later, unless the connection is closed by then. */
  later(milliseconds: number, task: () => void): void;
  /** Disconnects it if it has not read waiting data for a long time, or has been in no channel for long. */
  check(): void;
  close(code: number, reason: string): void;
  isOpen(): boolean;
};

/** One topic that one connection has joined. */
export type Channel = {
  connection: Connection;
  topic: string;
  /** The reference of the join, which the client expects in messages for it alone. */
  joinRef: string | null;
  bindings: Binding[];
  broadcast: { ack: boolean; self: boolean };
  /** The cost of comparing a changed row with its filters. */
  filterCost: number;
  /** `keptBytes`: the size of its presence payload, 0 without one. */
  presence: { key: string; enabled: boolean; keptBytes: number };
  person: Person;
  access: Admitted;
};

/** A topic without the prefix of the protocol. */
export function nameOf(topic: string): string {
  return topic.replace(/^realtime:/, "");
}
