import { goodPassword } from "@rounds/auth/testing/service.ts";
import { pageTopic } from "@rounds/domain/live/accounts.ts";
import Fastify from "fastify";
import { afterAll, describe, expect, test } from "vitest";
import WebSocket from "ws";
import { broadcastPlugin } from "./http.ts";
import { createAllowance } from "./limits/allowance.ts";
import { createPeople } from "./limits/people.ts";
import type { RealtimeOptions } from "./service.ts";
import { type LiveServer, startLive, until } from "./testing/live.ts";

type Reply = { status: string; response: { reason?: string } };

const live = await startLive();
const token = await live.token();
afterAll(() => live.stop());

/** The cookies that a browser sends to the realtime service after somebody has signed in there. */
async function knownDevice(email: string): Promise<string> {
  const { headers } = await live.auth.ask("/signup", {
    body: { email, password: goodPassword },
    headers: { "sec-fetch-site": "same-origin" },
  });
  const cookies = headers.getSetCookie().filter((cookie) => cookie.includes("Path=/realtime/v1"));
  return cookies.map((cookie) => cookie.split(";", 1)[0]).join("; ");
}

/** Another server on the same database, with other limits. */
async function limited<T>(
  options: Partial<RealtimeOptions>,
  use: (server: LiveServer) => Promise<T>,
): Promise<T> {
  const server = await startLive(live, options);
  try {
    return await use(server);
  } finally {
    await server.stop();
  }
}

/** Opens a socket from a client address; returns the status if it is refused. */
function open({ url }: LiveServer, address = "203.0.113.1", cookie?: string): Promise<WebSocket | number> {
  const headers = { "x-forwarded-for": address, ...(cookie !== undefined && { cookie }) };
  const socket = new WebSocket(`${url}/realtime/v1/websocket?apikey=public`, { headers });
  return new Promise((decided) => {
    socket.on("open", () => decided(socket));
    socket.on("unexpected-response", (_, { statusCode }) => decided(statusCode ?? 0));
    socket.on("error", () => {});
  });
}

let refs = 0;
/** Sends something on a topic and returns the reply. */
function say(socket: WebSocket, topic: string, event: string, payload: object): Promise<Reply> {
  const ref = String(++refs);
  socket.send(JSON.stringify([ref, ref, topic, event, payload]));
  return new Promise((resolve) => {
    socket.on("message", (data, isBinary) => {
      const [, of, , , reply] = isBinary ? [] : JSON.parse(String(data));
      if (of === ref) resolve(reply);
    });
  });
}

const join = (socket: WebSocket, topic: string, config: object = {}, access_token = token) =>
  say(socket, `realtime:${topic}`, "phx_join", { config, access_token });

async function member(server = live, topic = "room", config: object = {}): Promise<WebSocket> {
  const socket = (await open(server)) as WebSocket;
  expect(await join(socket, topic, config)).toMatchObject({ status: "ok" });
  return socket;
}

const isOpen = (socket: WebSocket | number) =>
  typeof socket !== "number" && socket.readyState === WebSocket.OPEN;

describe("strangers", () => {
  test("have some time to join with a valid token, and are then disconnected", async () => {
    await limited({ joinMilliseconds: 300 }, async (server) => {
      const [silent, wrong] = (await Promise.all([open(server), open(server)])) as [WebSocket, WebSocket];
      void join(wrong, "room", {}, "x.y.z");
      const good = await member(server);
      await until(() => !isOpen(silent) && !isOpen(wrong));
      expect(isOpen(good)).toBe(true);
    });
  });

  test("are limited per address; people who have joined don't count", async () => {
    await limited({ limit_factor: 0.03 }, async (server) => {
      const first = await Promise.all([1, 2, 3].map(() => open(server, "2001:db8::1")));
      expect(first.every(isOpen)).toBe(true);
      expect(await open(server, "2001:db8::2")).toBe(429);
      expect(isOpen(await open(server, "203.0.113.2"))).toBe(true);
      await join(first[0] as WebSocket, "room");
      expect(isOpen(await open(server, "2001:db8::3"))).toBe(true);
      (first[1] as WebSocket).terminate();
      await until(() => server.realtime.counts().connections === 4);
      expect(isOpen(await open(server, "2001:db8::4"))).toBe(true);
    });
  });

  test("don't keep out devices that have signed in before, which have a limit of their own", async () => {
    const address = "198.51.100.7";
    const [known, other] = [await knownDevice("known@example.com"), await knownDevice("other@example.com")];
    await limited({}, async (server) => {
      const many = (count: number, cookie?: string) =>
        Promise.all(Array.from({ length: count }, () => open(server, address, cookie)));
      expect((await many(100)).every(isOpen)).toBe(true);
      expect(await open(server, address)).toBe(429);
      const invented = `rounds-owner=${crypto.randomUUID()}.${Date.now() + 1e9}.${"A".repeat(43)}`;
      expect(await open(server, address, invented)).toBe(429);
      expect(await open(server, address, `rounds-device=${"A".repeat(43)}`)).toBe(429);
      expect((await many(100, known)).every(isOpen)).toBe(true);
      expect(await open(server, address, known)).toBe(429);
      expect(await open(server, "198.51.100.8", known)).toBe(429);
      expect(isOpen(await open(server, address, other))).toBe(true);
    });
  });

  test("can't use up the total: the oldest has to go", async () => {
    await limited({ maxConnections: 6 }, async (server) => {
      const sockets = [await member(server)];
      for (let at = 0; at < 5; at++) sockets.push((await open(server, `203.0.113.${at}`)) as WebSocket);
      await until(() => !isOpen(sockets[1] as WebSocket) && !isOpen(sockets[2] as WebSocket));
      expect(sockets.map(isOpen)).toEqual([true, false, false, true, true, true]);
    });
  });
});

describe("one person", () => {
  test("has a limit of sockets", async () => {
    await limited({ limit_factor: 0.02 }, async (server) => {
      await member(server);
      const second = await member(server);
      const third = (await open(server)) as WebSocket;
      const { response } = await join(third, "room");
      expect(response.reason).toBe("ConnectionRateLimitReached: Too many connections");
      second.terminate();
      await until(() => server.realtime.counts().connections === 2);
      expect(await join(third, "room")).toMatchObject({ status: "ok" });
    });
  });

  test("has a limit of comparisons, which leaving frees again", async () => {
    const socket = (await open(live)) as WebSocket;
    const said: { status: string; message: string }[] = [];
    socket.on("message", (data) => {
      const [, , , event, payload] = JSON.parse(String(data));
      if (event === "system") said.push(payload);
    });
    const filters = (count: number) => ({
      postgres_changes: Array.from({ length: count }, () => ({
        event: "*",
        schema: "public",
        table: "doctors",
        filter: "name=match.^A",
      })),
    });
    await join(socket, "many", filters(9));
    await until(() => said.length === 1);
    await join(socket, "more", filters(9));
    await until(() => said.length === 2);
    await say(socket, "realtime:many", "phx_leave", {});
    await join(socket, "again", filters(9));
    await until(() => said.length === 3);
    expect(said.map(({ status, message }) => [status, message])).toEqual([
      ["ok", "Subscribed to PostgreSQL"],
      ["error", "too many filters"],
      ["ok", "Subscribed to PostgreSQL"],
    ]);
  });

  test("has a limit of stored presence", async () => {
    const socket = await member(live, "present", { presence: { key: "a", enabled: true } });
    const track = (bytes: number) =>
      say(socket, "realtime:present", "presence", { event: "track", payload: { text: "x".repeat(bytes) } });
    expect(await track(200_000)).toMatchObject({ status: "ok" });
    const other = await member(live, "elsewhere");
    const more = { event: "track", payload: { text: "x".repeat(100_000) } };
    expect(await say(other, "realtime:elsewhere", "presence", more)).toEqual({
      status: "error",
      response: { reason: "PayloadTooLarge: Too much to keep" },
    });
    expect(await track(10)).toMatchObject({ status: "ok" });
    expect(await say(other, "realtime:elsewhere", "presence", more)).toMatchObject({ status: "ok" });
  });

  test.each(["filterCost", "keptBytes"] as const)("is remembered while channels use their %s", (what) => {
    const people = createPeople(1);
    const known = people.of("somebody");
    // On a socket that somebody else has shown a token on since.
    known[what] = 1;
    people.tidy();
    expect(people.of("somebody")).toBe(known);
    known[what] = 0;
    people.tidy();
    expect(people.of("somebody")).not.toBe(known);
  });

  test("who sends more bytes than allowed is not read from for a while, and nothing is lost", async () => {
    await limited({ limit_factor: 0.5 }, async (server) => {
      const listener = await member(server, "flood");
      let received = 0;
      listener.on("message", () => received++);
      const socket = await member(server, "flood");
      const payload = { event: "e", payload: { text: "x".repeat(100_000) } };
      const frame = JSON.stringify(["1", null, "realtime:flood", "broadcast", payload]);
      const begun = performance.now();
      for (let at = 0; at < 13; at++) socket.send(frame);
      await until(() => received === 13, 20_000);
      // One MiB may be sent at once; the rest is accepted at 64 KiB a second.
      expect(performance.now() - begun).toBeGreaterThan(2_000);
    });
  });
});

test("an allowance allows a burst, then an amount per second, whatever the clock does", () => {
  let now = 0;
  const allowance = createAllowance({ perSecond: 10, burst: 20 }, () => now);
  expect([allowance.take(20), allowance.take(1)]).toEqual([true, false]);
  now += 500;
  expect([allowance.take(5), allowance.take(1)]).toEqual([true, false]);
  expect([allowance.borrow(10), allowance.take(1)]).toEqual([1000, false]);
  now += 1000;
  expect([allowance.borrow(0), allowance.isFull()]).toEqual([0, false]);
  now += 60_000;
  expect([allowance.isFull(), allowance.take(21), allowance.take(20)]).toEqual([true, false, true]);
});

describe("messages", () => {
  test("on the pages' own topic may come only from the server", async () => {
    const listener = await member(live, pageTopic);
    const received: unknown[] = [];
    listener.on("message", (data) => received.push(JSON.parse(String(data))[3]));
    const socket = await member(live, pageTopic);
    for (const event of ["team", "account", "anything"]) {
      const reply = await say(socket, `realtime:${pageTopic}`, "broadcast", { event, payload: {} });
      expect(reply).toEqual({
        status: "error",
        response: { reason: "Unauthorized: only the server speaks on this topic" },
      });
    }
    // A binary frame, as clients of protocol 2.0.0 send broadcasts: kind, lengths, encoding, texts, payload.
    const topic = `realtime:${pageTopic}`;
    socket.send(
      Buffer.concat([Buffer.from([3, 0, 0, topic.length, 4, 0, 1]), Buffer.from(`${topic}team{}`)]),
    );
    expect(await say(listener, "phoenix", "heartbeat", {})).toMatchObject({ status: "ok" });
    expect(await say(socket, "phoenix", "heartbeat", {})).toMatchObject({ status: "ok" });
    expect(received).not.toContain("broadcast");
  });

  test("that are nested too deeply are dropped, and the socket stays", async () => {
    const socket = await member(live, "deep");
    const payload = `${"[".repeat(50_000)}${"]".repeat(50_000)}`;
    socket.send(`["1","1","realtime:deep","broadcast",{"event":"e","payload":${payload}}]`);
    const topic = "realtime:deep";
    socket.send(
      Buffer.concat([Buffer.from([3, 0, 0, topic.length, 1, 0, 1]), Buffer.from(`${topic}e${payload}`)]),
    );
    expect(await say(socket, "phoenix", "heartbeat", {})).toMatchObject({ status: "ok" });
  });
});

describe("over HTTP", () => {
  async function post(messages: string, server = live) {
    const app = Fastify();
    await app.register(broadcastPlugin(server.realtime, live.auth.auth, undefined));
    const answer = await app.inject({
      method: "POST",
      url: "/broadcast",
      headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
      payload: `{"messages":${messages}}`,
    });
    await app.close();
    return answer;
  }
  const message = (topic: string, payload = "{}") =>
    `{"topic":"${topic}","event":"team","payload":${payload}}`;

  test("only the server may send on the pages' own topic", async () => {
    const answer = await post(`[${message("elsewhere")},${message(pageTopic)}]`);
    expect([answer.statusCode, answer.json()]).toEqual([
      403,
      { error: "Only the server speaks on this topic" },
    ]);
  });

  test("refuses what is nested too deeply", async () => {
    const answer = await post(`[${message("a", "[".repeat(200_000) + "]".repeat(200_000))}]`);
    expect([answer.statusCode, answer.json()]).toEqual([400, { error: "The payload is nested too deeply" }]);
  });

  test("a person who sends too much learns when to come back", async () => {
    await limited({ limit_factor: 0.1 }, async (server) => {
      const many = `[${Array.from({ length: 20 }, () => message("a")).join()}]`;
      expect((await post(many, server)).statusCode).toBe(202);
      const refused = await post(many, server);
      expect([refused.statusCode, refused.headers["retry-after"]]).toEqual([429, "10"]);
    });
    await limited({ limit_factor: 0.1 }, async (server) => {
      const long = `[${message("a", JSON.stringify("x".repeat(150_000)))}]`;
      expect((await post(long, server)).statusCode).toBe(202);
      expect((await post(long, server)).statusCode).toBe(429);
    });
  });
});
