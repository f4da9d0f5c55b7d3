import WebSocket from "ws";
import { type Answer, type Client, signUpAt } from "../kit/client.ts";
import { databaseSeconds, processorSeconds } from "../kit/processors.ts";
import { unlessQuick } from "../kit/quick.ts";
import type { ServerProcess } from "../kit/server-process.ts";

/** How many people there are, and how many of them have a page open that listens to every change. */
export const people = unlessQuick(200, 8);
export const listening = unlessQuick(20, 2);

/** People who are signed in at one server and work there in turn. */
export type Crowd = {
  /** Sends one request as the next person; throws on any answer other than success. */
  send(method: "GET" | "POST", path: string, body?: unknown, key?: string): Promise<Answer>;
  close(): void;
};

/** Signs the people up, each from a separate address, and connects the pages of the listeners. */
export async function gatherCrowd(port: number): Promise<Crowd> {
  const clients: Client[] = [];
  const sockets: WebSocket[] = [];
  for (let number = 0; number < people; number++) {
    const address = `203.0.113.${number + 1}`;
    const client = await signUpAt(port, address);
    clients.push(client);
    if (number < listening) sockets.push(await listen(port, client.token, tablesOfPages, { address }));
  }
  let turn = 0;
  return {
    send: (...request) => (clients[turn++ % clients.length] as Client).send(...request),
    close() {
      for (const socket of sockets) socket.terminate();
      for (const client of clients) client.close();
    },
  };
}

const tablesOfPages = ["doctors", "products", "visits", "sales", "stock_transactions"];

/** Opens a socket and joins a channel that listens to tables; `onPush` gets each change as received. */
export async function listen(
  port: number,
  token: string,
  tables: readonly string[],
  { address, onPush }: { address?: string; onPush?: (text: string) => void } = {},
): Promise<WebSocket> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/realtime/v1/websocket?apikey=bench&vsn=2.0.0`, {
    headers: address ? { "x-forwarded-for": address } : {},
  });
  await new Promise<void>((resolve, reject) => {
    socket.once("error", reject);
    socket.once("close", (code) => reject(new Error(`The socket was closed with ${code}`)));
    socket.once("open", () => {
      const config = { postgres_changes: tables.map((table) => ({ event: "*", schema: "public", table })) };
      socket.send(JSON.stringify(["1", "1", "realtime:bench", "phx_join", { config, access_token: token }]));
    });
    socket.on("message", (data) => {
      const text = String(data);
      if (text.includes('"postgres_changes",{"ids"')) onPush?.(text);
      else if (text.includes("Subscribed to PostgreSQL")) resolve();
    });
  });
  const beat = setInterval(() => socket.send('[null,"b","phoenix","heartbeat",{}]'), 25_000).unref();
  socket.once("close", () => clearInterval(beat));
  return socket;
}

/** The processor time that a number of requests took, of the server and of the database, each in milliseconds. */
export type Cost = { server: number | undefined; database: number | undefined };

/** Runs `work` and returns its result and total cost. */
export async function costOf<Result>(
  { pid }: Pick<ServerProcess, "pid">,
  postmaster: number | undefined,
  work: () => Promise<Result>,
): Promise<{ result: Result; cost: Cost }> {
  const read = () => Promise.all([processorSeconds(pid), databaseSeconds(postmaster)]);
  const before = await read();
  const result = await work();
  const after = await read();
  const spent = (at: 0 | 1) => {
    const [first, last] = [before[at], after[at]];
    return first === undefined || last === undefined ? undefined : (last - first) * 1000;
  };
  return { result, cost: { server: spent(0), database: spent(1) } };
}
