import { once } from "node:events";
import { Agent, request as ask, createServer as createHttpServer, get, type Server } from "node:http";
import { type AddressInfo, connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { pipeline } from "node:stream";
import { freePort } from "@rounds/postgres/free-port.ts";
import { createTestDatabase, type TestDatabase, urlOf } from "@rounds/testkit/database.ts";
import { send } from "@rounds/testkit/send.ts";
import { signUp } from "@rounds/testkit/sign-in.ts";
import { RealtimeClient } from "@supabase/realtime-js";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import WebSocket from "ws";
import { productProcess } from "../testing/product-process.ts";

// Two products on one database behind a proxy; one is stopped, and nobody behind the proxy must notice.

vi.setConfig({ testTimeout: 180_000, hookTimeout: 120_000 });
const longestWait = 90_000;

let database: TestDatabase;
let products: ReturnType<typeof productProcess>[];
beforeAll(async () => {
  database = await createTestDatabase();
  // People reach both at one address, which is in their tokens.
  const settings = { DATABASE_URL: urlOf(database), STOP_DELAY: "3", PUBLIC_URL: "http://localhost:3000" };
  products = [];
  for (let n = 0; n < 2; n++) products.push(productProcess(tmpdir(), await freePort(), settings));
  await Promise.all(products.map((product) => product.start()));
});
afterAll(async () => {
  for (const product of products) await product.killServer();
  await database.close();
});

const [first, second] = [0, 1].map((at) => () => products[at] as (typeof products)[number]) as [
  () => (typeof products)[number],
  () => (typeof products)[number],
];

/** A proxy that checks regularly whether its servers are ready, as load balancers do, and keeps connections. */
async function startBalancer(urls: string[]) {
  const agent = new Agent({ keepAlive: true });
  const ready = new Set(urls);
  const watching = setInterval(() => {
    for (const url of urls) {
      get(`${url}/readyz`, (answer) => {
        if (answer.resume().statusCode === 200) ready.add(url);
        else ready.delete(url);
      }).on("error", () => ready.delete(url));
    }
  }, 200);
  let turn = 0;
  const server: Server = createHttpServer((given, answer) => {
    const url = [...ready][turn++ % ready.size];
    if (!url) return answer.writeHead(502).end();
    const { method = "GET", headers } = given;
    const passed = ask(`${url}${given.url}`, { agent, method, headers }, (got) => {
      const { connection: _, ...rest } = got.headers;
      answer.writeHead(got.statusCode ?? 502, rest);
      pipeline(got, answer, () => {});
    });
    passed.on("error", () => (answer.headersSent ? answer.destroy() : answer.writeHead(502).end()));
    pipeline(given, passed, () => {});
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ready,
    async stop() {
      clearInterval(watching);
      server.closeAllConnections();
      server.close();
      agent.destroy();
    },
  };
}

test("requests through a proxy all succeed while one server stops and comes back", async () => {
  const balancer = await startBalancer([first().url, second().url]);
  const counts = new Map<string, number>();
  let stopped = false;
  let answered = 0;
  async function keepAsking() {
    while (!stopped) {
      const code = await send(balancer.url, "/auth/v1/health").then(
        ({ status }) => String(status),
        (error) => String(error.cause ?? error),
      );
      counts.set(code, (counts.get(code) ?? 0) + 1);
      answered++;
    }
  }
  const clients = Array.from({ length: 6 }, keepAsking);
  const untilMore = async () => {
    const before = answered;
    await expect.poll(() => answered, { timeout: longestWait }).toBeGreaterThan(before + 200);
  };
  await untilMore();
  expect(await first().stop("SIGTERM")).toBe(0);
  expect([...balancer.ready]).toEqual([second().url]);
  await untilMore();
  await first().start();
  await expect.poll(() => balancer.ready.size, { timeout: longestWait }).toBe(2);
  await untilMore();
  stopped = true;
  await Promise.all(clients);
  await balancer.stop();
  expect([...counts.keys()]).toEqual(["200"]);
});

/** Passes bytes on to the first port on which somebody listens. */
async function startPassage(ports: number[]) {
  const server = createServer((near) => {
    near.on("error", () => {});
    const dial = ([port, ...others]: number[]) => {
      if (port === undefined) return void near.destroy();
      const far = connect(port, "127.0.0.1");
      far.once("error", () => dial(others));
      far.once("connect", () => {
        far.removeAllListeners("error");
        pipeline(near, far, near, () => {});
      });
    };
    dial(ports);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return { url: `ws://127.0.0.1:${port}/realtime/v1`, stop: () => server.close() };
}

test("unmodified realtime clients move to the other server and learn of every change", async () => {
  const { access_token } = await signUp(first().url, "asha@example.com");
  const passage = await startPassage([first(), second()].map(({ url }) => Number(new URL(url).port)));
  const stored = async () => (await database.pool.query<{ id: string }>("select id from doctors")).rows;

  const clients = Array.from({ length: 20 }, () => {
    const known = new Set<string>();
    let joins = 0;
    const client = new RealtimeClient(passage.url, {
      transport: WebSocket as never,
      params: { apikey: "public" },
      accessToken: async () => access_token,
    });
    client
      .channel("doctors")
      .on("postgres_changes", { event: "INSERT", schema: "public", table: "doctors" }, ({ new: row }) =>
        known.add((row as { id: string }).id),
      )
      .subscribe(async (status) => {
        if (status !== "SUBSCRIBED") return;
        // What clients of the protocol do: reload what they may have missed.
        for (const { id } of await stored()) known.add(id);
        joins++;
      });
    return { client, known, joins: () => joins };
  });
  const joined = (times: number) =>
    expect.poll(() => clients.every(({ joins }) => joins() >= times), { timeout: longestWait }).toBe(true);
  await joined(1);

  let stopped = false;
  let added = 0;
  const adding = (async () => {
    while (!stopped) {
      await database.pool.query(
        "insert into doctors (id, name, creation_digest) values (gen_random_uuid(), $1, 'x')",
        [`Dr. ${++added}`],
      );
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  })();
  expect(await first().stop("SIGTERM")).toBe(0);
  await joined(2);
  stopped = true;
  await adding;
  const all = (await stored()).length;
  expect(all).toBe(added);
  await expect
    .poll(() => clients.map(({ known }) => known.size), { timeout: longestWait })
    .toEqual(clients.map(() => all));
  for (const { client } of clients) await client.disconnect();
  passage.stop();
  await first().start();
});
