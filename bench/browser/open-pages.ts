// Open pages, in a process of their own so that their work does not delay those who record: each listens as the
// product's page does, and those in front follow what they hear, and read again, by the same rules (domain/live).
import { Agent, get } from "node:http";
import { concerns, type ReadKey } from "@rounds/domain/live/concerns.ts";
import type { News } from "@rounds/domain/live/news.ts";
import { dueAt, freeAfter } from "@rounds/domain/live/pace.ts";
import WebSocket from "ws";

/** What a page in front shows: the key of its query, and the address that it reads. */
export type Screen = { key: ReadKey; path: string };
/** What the pages have to do. */
export type Opening = { port: number; token: string; pages: number; front: number; screens: Screen[] };
/** What the pages have done since the message to begin. */
export type Counts = {
  messages: number;
  bytes: number;
  readings: number;
  failed: number;
  /** How long each reading took, in milliseconds. */
  took: number[];
  /** When the news of a new visit arrived, in milliseconds since 1970. */
  receivedAt: [id: string, at: number][];
  open: number;
};

const [, , opening = ""] = process.argv;
const { port, token, pages, front, screens } = JSON.parse(opening) as Opening;
/** How many pages open at the same time. */
const atOnce = 20;
const agent = new Agent({ keepAlive: true, maxSockets: 200 });
const nothing = () => ({ messages: 0, bytes: 0, readings: 0, failed: 0, took: [] as number[] });
let counts = nothing();
const receivedAt = new Map<string, number>();

/** What the server answers; undefined after a failure. */
function read(path: string): Promise<unknown> {
  const begun = performance.now();
  return new Promise((resolve) => {
    const fail = () => {
      counts.failed++;
      resolve(undefined);
    };
    const headers = { authorization: `Bearer ${token}` };
    get({ host: "127.0.0.1", port, agent, path, headers }, (answer) => {
      const parts: Buffer[] = [];
      answer.on("data", (part: Buffer) => parts.push(part));
      answer.on("error", fail);
      answer.on("end", () => {
        counts.readings++;
        counts.took.push(performance.now() - begun);
        if (answer.statusCode === 200) resolve(JSON.parse(Buffer.concat(parts).toString()));
        else fail();
      });
    }).on("error", fail);
  });
}

/** A page in front, as `live.ts` and `follow-news.ts` of the web let it be; returns what takes news. */
async function openScreen({ key, path }: Screen): Promise<(news: News) => void> {
  let shown = await read(path);
  let readAt = performance.now();
  let due = Number.POSITIVE_INFINITY;
  let freeAt = 0;
  let timer: NodeJS.Timeout | undefined;
  let missed: News[] | undefined;

  function take(news: News): void {
    missed?.push(news);
    const reading = concerns(key, shown, news);
    if (reading === "no" || reading === "stale") return;
    const [now, random] = [performance.now(), Math.random()];
    due = Math.min(due, dueAt(reading, { now, readAt, pages: news.pages, random }));
    plan();
  }

  function plan(): void {
    clearTimeout(timer);
    if (missed || due === Number.POSITIVE_INFINITY) return;
    timer = setTimeout(() => void readAgain(), Math.max(freeAt, due) - performance.now());
  }

  async function readAgain(): Promise<void> {
    due = Number.POSITIVE_INFINITY;
    const received: News[] = [];
    missed = received;
    const begun = performance.now();
    shown = (await read(path)) ?? shown;
    readAt = performance.now();
    freeAt = freeAfter(begun, readAt);
    missed = undefined;
    for (const one of received) take(one);
    plan();
  }

  return take;
}

// All pages get the same bytes, and each message is parsed once: parsing is the work of people's devices.
let last: Buffer | undefined;
let lastNews: News | undefined;

function newsIn(data: Buffer): News | undefined {
  if (last && data.equals(last)) return lastNews;
  last = data;
  lastNews = undefined;
  const [, , , event, payload] = JSON.parse(data.toString());
  if (event !== "broadcast" || payload.event !== "news") return undefined;
  const news = payload.payload as News;
  for (const { noun, what, id } of news.changes) {
    if (noun === "visits" && what === "added" && id && !receivedAt.has(id)) receivedAt.set(id, Date.now());
  }
  lastNews = news;
  return lastNews;
}

function openPage(take: ((news: News) => void) | undefined): Promise<WebSocket> {
  const url = `ws://127.0.0.1:${port}/realtime/v1/websocket?apikey=bench&changes=news&vsn=2.0.0`;
  const socket = new WebSocket(url, { perMessageDeflate: false });
  return new Promise((resolve, reject) => {
    socket.once("error", reject);
    socket.once("close", (code, reason) => reject(new Error(`The socket was closed with ${code} ${reason}`)));
    socket.once("open", () => {
      const config = { postgres_changes: [{ event: "*", schema: "public" }] };
      socket.send(JSON.stringify(["1", "1", "realtime:rounds", "phx_join", { config, access_token: token }]));
    });
    // One buffer: ws gives something else only where `binaryType` says so.
    socket.on("message", (raw) => {
      const data = raw as Buffer;
      if (data.includes("Subscribed to PostgreSQL")) resolve(socket);
      const news = newsIn(data);
      if (!news) return;
      counts.messages++;
      counts.bytes += data.length;
      take?.(news);
    });
    const beat = setInterval(() => socket.send('[null,"b","phoenix","heartbeat",{}]'), 25_000).unref();
    socket.once("close", () => clearInterval(beat));
  });
}

const sockets: WebSocket[] = [];
const opened = Array.from({ length: pages }, (_, at) => at);
await Promise.all(
  Array.from({ length: atOnce }, async () => {
    for (let at = opened.shift(); at !== undefined; at = opened.shift()) {
      const screen = at < front ? screens[at % screens.length] : undefined;
      sockets.push(await openPage(screen && (await openScreen(screen))));
    }
  }),
);
process.on("message", (what: "begin" | "end") => {
  if (what === "begin") {
    counts = nothing();
    return;
  }
  const open = sockets.filter(({ readyState }) => readyState === WebSocket.OPEN).length;
  const done: Counts = { ...counts, receivedAt: [...receivedAt], open };
  process.send?.(done);
});
process.send?.("open");
