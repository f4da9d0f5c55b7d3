import { pageTopic } from "@rounds/domain/live/accounts.ts";
import { newsEvent, newsToSend } from "@rounds/domain/live/news.ts";
import { guarded } from "@rounds/http/guarded.ts";
import type { Channel } from "../connections/channel.ts";
import type { RealtimeLog } from "../connections/listener.ts";
import { framing } from "../connections/topics.ts";
import type { ChangeType } from "../filters/bindings.ts";
import type { Row } from "../filters/filter.ts";
import { isServersOwn } from "./accounts.ts";
import { type Gathered, gather } from "./gathered.ts";

/** How long changes are gathered, so that those of one transaction are announced together. */
const gatherMilliseconds = 10;
/** The pause between two messages, as a multiple of the time that sending one takes; and the longest pause. */
const pauseFactor = 9;
const longestPause = 1_000;
/** How many sockets are written to before other work of this process has its turn. */
const writesAtOnce = 100;

/**
 * Tells the product's pages what has changed: one message for all changes since the last one, the same bytes for every
 * page. The more pages there are, the longer it takes to send, and the more changes one message holds.
 */
export function createNews({
  onLost,
  log,
}: {
  /** Changes that could not be announced: these channels must read again. */
  onLost(channels: Channel[]): void;
  log: RealtimeLog;
}) {
  const pages = new Set<Channel>();
  const gathered = gather();
  let timer: NodeJS.Timeout | undefined;
  let sending = false;
  let freeAt = 0;

  function soon(): void {
    if (timer || sending) return;
    timer = setTimeout(tell, Math.max(gatherMilliseconds, freeAt - performance.now()));
  }

  const tell = guarded(
    log,
    "changes could not be announced to pages",
    async () => {
      timer = undefined;
      sending = true;
      await send(gathered.take());
      sending = false;
      if (!gathered.isEmpty()) soon();
    },
    () => {
      sending = false;
      onLost([...pages]);
    },
  );

  async function send(changes: Gathered): Promise<void> {
    if (pages.size === 0) return;
    const news = newsToSend({ ...changes, pages: pages.size });
    const payload = { type: "broadcast", event: newsEvent, payload: news };
    const topic = `realtime:${pageTopic}`;
    const frameFor = framing({ join_ref: null, ref: null, topic, event: "broadcast", payload });
    const begun = performance.now();
    let writes = 0;
    for (const channel of [...pages]) {
      // A channel that has left in the meantime may not be allowed to hear it any more.
      if (!pages.has(channel)) continue;
      channel.connection.sendFrames(frameFor(channel.connection.version), 1);
      if (++writes % writesAtOnce === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    const now = performance.now();
    freeAt = now + Math.min((now - begun) * pauseFactor, longestPause);
  }

  return {
    /** Takes in a channel if it is one of the product's own pages that asked for news; whether it did. */
    enter(channel: Channel): boolean {
      const { connection, topic, bindings } = channel;
      if (!connection.hearsNews || !isServersOwn(topic) || bindings.length === 0) return false;
      pages.add(channel);
      return true;
    },
    leave: (channel: Channel): void => void pages.delete(channel),
    /** Hears a statement's changes; `rows` is null if there were too many to list. */
    hear(table: string, type: ChangeType, rows: readonly { new?: Row; old?: Row }[] | null): void {
      if (pages.size === 0) return;
      gathered.add(table, type, rows);
      soon();
    },
    /** The pages that listen. */
    listening: (): Channel[] => [...pages],
  };
}
