import type { Clock } from "@rounds/http/clock.ts";
import type { PresenceDiffs } from "./presence-diffs.ts";
import type { Say, Talk } from "./talk.ts";

/** A server without a sign of life for this long counts as dead. */
const deadMilliseconds = 30_000;

type Parts = {
  server: string;
  clock: Clock;
  presence: PresenceDiffs;
  hearBroadcast(talk: Talk & { kind: "broadcast" }): void;
  say: Say;
};

/** The other servers of the same database: which of them live, and the messages they send. */
export function createPeers({ server, clock, presence, hearBroadcast, say }: Parts) {
  const lastMessageAt = new Map<string, number>();

  /** Announces this server to the others, which answer with who is present on them. */
  function announceSelf(): void {
    say({ kind: "hello", server });
  }

  function forget(gone: string): void {
    lastMessageAt.delete(gone);
    presence.forget(gone);
  }

  return {
    announceSelf,
    /** Handles a message of another server. */
    hear(talk: Talk): void {
      if (talk.server === server) return;
      const isKnown = lastMessageAt.has(talk.server);
      lastMessageAt.set(talk.server, clock());
      switch (talk.kind) {
        case "hello":
          presence.sayAll();
          break;
        case "alive":
          // It counted as dead, or came during a gap: its earlier announcements are missing here.
          if (!isKnown) announceSelf();
          break;
        case "bye":
          forget(talk.server);
          break;
        case "broadcast":
          hearBroadcast(talk);
          break;
        case "present":
        case "absent":
          presence.hear(talk);
          break;
      }
    },
    /** Announces that this server lives, and forgets those without a sign of life for long. */
    beat(): void {
      say({ kind: "alive", server });
      for (const [other, at] of lastMessageAt) if (clock() - at > deadMilliseconds) forget(other);
    },
    /** After a gap in the notifications: forgets the others, which then announce again who is present on them. */
    startAnew(): void {
      for (const other of [...lastMessageAt.keys()]) forget(other);
      presence.sayAll();
      announceSelf();
    },
  };
}
