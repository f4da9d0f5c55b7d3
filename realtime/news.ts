import { pageTopic } from "@rounds/domain/live/accounts.ts";
import {
  type LiveTable,
  type News,
  newsEvent,
  newsWithoutRows,
  type Told,
  type ToldRows,
} from "@rounds/domain/live/news.ts";
import { guarded } from "@rounds/http/guarded.ts";
import { isServersOwn } from "./accounts.ts";
import type { ChangeType } from "./bindings.ts";
import type { Channel } from "./channel.ts";
import type { Row } from "./filter.ts";
import { type Gathered, gather, maxTold, type ToldTable } from "./gathered.ts";
import type { RealtimeLog } from "./listener.ts";
import { framing } from "./topics.ts";

/** Reads rows by their ids, as the API answers them; ids without a row are left out. */
export type ReadRows = {
  [Table in ToldTable]: (ids: string[]) => Promise<ToldRows[Table]["changed"][number][]>;
};

/** How long changes are gathered, so that those of one transaction are told together. */
const gatherMilliseconds = 10;
/** The pause between two messages, as a multiple of the time that sending one takes; and the longest. */
const rest = 9;
const longestPause = 1_000;
/** The most bytes of rows in one message; of more, only the tables are told. */
const maxBytes = 64 * 1024;
/** How many sockets are written to before other work of this process has its turn. */
const writesAtOnce = 100;

const none: Told<never> = { added: [], changed: [], gone: [] };

/**
 * Tells the product's pages what has changed: one message for all changes since the last one, the same bytes for every
 * page. The more pages there are, the longer it takes to send, and the more changes one message holds.
 */
export function createNews({
  read,
  onLost,
  log,
}: {
  read: ReadRows | undefined;
  /** Changes that could not be told: these channels must read anew. */
  onLost(channels: Channel[]): void;
  log: RealtimeLog;
}) {
  const pages = new Set<Channel>();
  let gathered = gather();
  let timer: NodeJS.Timeout | undefined;
  let sending = false;
  let freeAt = 0;

  function soon(): void {
    if (timer || sending) return;
    timer = setTimeout(tell, Math.max(gatherMilliseconds, freeAt - performance.now()));
  }

  const tell = guarded(
    log,
    "pages could not be told what has changed",
    async () => {
      timer = undefined;
      sending = true;
      const told = gathered;
      gathered = gather();
      await send(await newsOf(told));
      sending = false;
      if (gathered.tables.size > 0) soon();
    },
    () => {
      sending = false;
      onLost([...pages]);
    },
  );

  async function newsOf(told: Gathered): Promise<News> {
    const skipped = new Set(told.skipped);
    const rows = {
      doctors: await toldRows("doctors", told, skipped),
      products: await toldRows("products", told, skipped),
      visits: await toldRows("visits", told, skipped),
    };
    const news = { tables: [...told.tables], pages: pages.size };
    if (Buffer.byteLength(JSON.stringify(rows)) <= maxBytes) return { ...news, untold: [...skipped], rows };
    return newsWithoutRows(news.tables, news.pages);
  }

  async function toldRows<Table extends ToldTable>(
    table: Table,
    { rows, tables }: Gathered,
    skipped: Set<LiveTable>,
  ): Promise<ToldRows[Table]> {
    const happened = rows[table];
    const [gone, living] = [[] as string[], [] as string[]];
    for (const [id, what] of happened) (what === "gone" ? gone : living).push(id);
    const found = happened.size <= maxTold && (await readLiving(table, living));
    if (!found) {
      // Whichever change names these rows: none of them is told completely.
      for (const changed of sources[table]) if (tables.has(changed)) skipped.add(changed);
      return none as ToldRows[Table];
    }
    const of = (what: "added" | "changed") => found.filter(({ id }) => happened.get(id) === what);
    // The rows of this table, by the type of its reader.
    return { added: of("added"), changed: of("changed"), gone } as unknown as ToldRows[Table];
  }

  /** Undefined if they can't be read. */
  async function readLiving(table: ToldTable, ids: string[]): Promise<{ id: string }[] | undefined> {
    if (ids.length === 0) return [];
    if (!read) return undefined;
    try {
      return await read[table](ids);
    } catch (error) {
      log.warn({ err: error }, "changed rows could not be read");
      return undefined;
    }
  }

  async function send(news: News): Promise<void> {
    if (pages.size === 0) return;
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
    freeAt = now + Math.min((now - begun) * rest, longestPause);
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

/** The changes that are told as rows of a table. */
const sources: Record<ToldTable, readonly LiveTable[]> = {
  doctors: ["doctors"],
  products: ["products", "stock_transactions"],
  visits: ["visits", "sales"],
};
