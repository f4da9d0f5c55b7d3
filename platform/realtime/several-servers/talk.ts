import type { Database } from "@rounds/database/connect.ts";
import { type RealtimeLog, tell } from "../connections/listener.ts";
import type { Entry } from "./presence.ts";

/** Messages between servers; `server` is the sender. The `bytes` of a broadcast are base64. */
export type Talk = { server: string } & (
  | { kind: "hello" }
  | { kind: "alive" }
  | { kind: "bye" }
  | { kind: "broadcast"; topic: string; event: string; payload: unknown; bytes?: string }
  | { kind: "present"; entries: Entry[] }
  | { kind: "absent"; topic: string; connection: string }
);

/** Sends a message to the other servers; a failure is only logged. */
export type Say = (talk: Talk) => void;

/** Makes the function that sends messages to the other servers. */
export function createSay(db: Database, log: RealtimeLog): Say {
  return (talk) => {
    tell(db, "live_talk", talk).catch((error: unknown) =>
      log.warn({ err: error }, "the other servers could not be reached"),
    );
  };
}

/** Resolves once the others know that this server is leaving. */
export function sayGoodbye(db: Database, server: string): Promise<void> {
  const talk: Talk = { kind: "bye", server };
  return tell(db, "live_talk", talk);
}
