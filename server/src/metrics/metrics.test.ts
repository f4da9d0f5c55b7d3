import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { createAuth } from "@rounds/auth/service.ts";
import { privateSettings } from "@rounds/auth/testing/settings.ts";
import { connect } from "@rounds/database/connect.ts";
import { systemClock } from "@rounds/http/clock.ts";
import { createTraffic } from "@rounds/http/traffic.ts";
import { createRealtime, type Realtime } from "@rounds/realtime/service.ts";
import { aDoctor, anId } from "@rounds/testkit/builders.ts";
import { createTestDatabase, type TestDatabase } from "@rounds/testkit/database.ts";
import { send } from "@rounds/testkit/send.ts";
import { newMember } from "@rounds/testkit/sign-in.ts";
import { RealtimeClient } from "@supabase/realtime-js";
import parse from "parse-prometheus-text-format";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import WebSocket from "ws";
import { createApp } from "../app.ts";
import { createMetrics, type Measured } from "./metrics.ts";

const token = "a-token-for-the-metrics";
const silent = pino({ level: "silent" });
const nobody = { connections: 0, channels: 0, sent: 0, cut: 0 };

let database: TestDatabase;
let realtime: Realtime;
let app: Awaited<ReturnType<typeof createApp>>;
let url: string;
let ahead = 0;
beforeAll(async () => {
  database = await createTestDatabase();
  const { db, pool, settings } = database;
  const clock = () => systemClock() + ahead;
  const config = {
    product_name: "Rounds",
    business_time_zone: "Asia/Kolkata",
    public_url: "http://rounds.test",
    signup: "open",
    ...privateSettings(),
  };
  const limits = { sign_in_account: { per: "account", count: 3, seconds: 300, burst: 3 } } as const;
  const auth = await createAuth({ db, clock, config, log: silent, limits });
  realtime = await createRealtime({ db, settings, auth, clock, log: silent });
  const traffic = createTraffic();
  const metrics = createMetrics({
    ...{ token, db, pool, clock, traffic, realtime: realtime.counts },
    ...{ replica: () => ({ replica: 3, primary: 1 }), version: "1.2.3", commit: "abc" },
    pace: { fresh: 100, longest_wait: 30_000 },
  });
  app = await createApp({ db, auth, clock, config, log: silent, realtime, traffic, metrics });
  url = await app.listen({ host: "127.0.0.1", port: 0 });
});
afterAll(async () => {
  await realtime.stop();
  await app.close();
  await database.close();
});

/** All samples of a text, by name and labels. */
function samplesOf(text: string): Map<string, number> {
  const samples = new Map<string, number>();
  // Without the type of a histogram, the parser returns each of its lines with the labels.
  for (const { name, metrics } of parse(text.replaceAll(/^# TYPE \w+ histogram$/gm, ""))) {
    for (const { value, labels = {} } of metrics) {
      const shown = Object.entries(labels).map(([key, label]) => `${key}=${label}`);
      samples.set([name, ...shown].join(" "), Number(value));
    }
  }
  return samples;
}

const authorization = `Bearer ${token}`;
const scrape = async () => (await send(url, "/metrics", { headers: { authorization } })).text;

function askAuth(path: string, body: object) {
  return send(url, `/auth/v1${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
}

test("require the token", async () => {
  for (const given of [undefined, "Bearer wrong", token]) {
    const answer = await send(
      url,
      "/metrics",
      given === undefined ? {} : { headers: { authorization: given } },
    );
    expect([answer.status, JSON.parse(answer.text).code]).toEqual([401, "not_signed_in"]);
    expect(answer.headers.get("www-authenticate")).toBe("Bearer");
    expect(answer.text).not.toContain("rounds_");
  }
  const answer = await send(url, "/metrics", { headers: { authorization } });
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8");
  expect(answer.headers.get("cache-control")).toBe("no-store");
});

test("say where lists and reports were read", async () => {
  const samples = samplesOf(await scrape());
  expect(samples.get("rounds_replica_reads_total place=replica")).toBe(3);
  expect(samples.get("rounds_replica_reads_total place=primary")).toBe(1);
});

test("show what was done, and no personal data", async () => {
  const member = await newMember(url, "asha@example.com");
  await aDoctor(member);
  for (let n = 0; n < 3; n++) await member.send(`/api/doctors/${anId()}`);
  // What a phone asks that is up to date is no repair; comparing all ids is one.
  await member.send("/api/sync?digest=1");
  const readRepairs = async () => samplesOf(await scrape()).get("rounds_sync_repairs_total");
  expect(await readRepairs()).toBe(0);
  await member.send("/api/sync/ids?noun=doctors");
  expect(await readRepairs()).toBe(1);
  for (const path of ["/nothing/1", "/nothing/2", "/api/nothing"]) await send(url, path);
  await send(url, "/nothing/3", { method: "PROPFIND" });
  const email = "asha@example.com";
  expect(
    (await askAuth("/token?grant_type=password", { email, password: "correct horse battery" })).status,
  ).toBe(200);
  for (const status of [400, 400, 400, 429]) {
    expect((await askAuth("/token?grant_type=password", { email, password: "wrong horse" })).status).toBe(
      status,
    );
  }
  const link = await fetch(`${url}/auth/v1/verify?type=recovery&token=nothing`, { redirect: "manual" });
  expect(link.status).toBe(303);
  await askAuth("/recover", { email });
  ahead += 60_000;

  const client = new RealtimeClient(`${url.replace("http", "ws")}/realtime/v1`, {
    transport: WebSocket as never,
    params: { apikey: "public" },
    accessToken: async () => member.token,
  });
  await client.setAuth(member.token);
  let changes = 0;
  const channel = client.channel("metrics");
  channel.on("postgres_changes", { event: "*", schema: "public", table: "doctors" }, () => void changes++);
  const status = await new Promise((resolve) => channel.subscribe(resolve));
  expect(status).toBe("SUBSCRIBED");
  await expect.poll(() => realtime.counts().sent, { timeout: 20_000 }).toBeGreaterThan(1);
  const before = realtime.counts().sent;
  for (let n = 0; n < 3; n++) await aDoctor(member);
  await expect.poll(() => changes, { timeout: 20_000 }).toBe(3);

  const count = (labels: string) => `rounds_http_request_duration_seconds_count ${labels}`;
  const expected = {
    [count("method=GET route=/api/doctors/:id status=404")]: 3,
    [count("method=POST route=/api/doctors status=201")]: 4,
    [count("method=POST route=/auth/v1/token status=200")]: 1,
    [count("method=POST route=/auth/v1/token status=400")]: 3,
    "rounds_http_rate_limited_requests_total service=auth": 1,
    "rounds_http_rate_limited_requests_total service=api": 0,
    "rounds_sign_ins_total way=password result=ok": 1,
    "rounds_sign_ins_total way=password result=refused": 3,
    "rounds_sign_ins_total way=password result=limited": 1,
    "rounds_sign_ins_total way=link result=refused": 1,
    rounds_http_requests_in_flight: 1,
    rounds_realtime_connections: 1,
    rounds_realtime_channels: 1,
    rounds_realtime_sent_messages_total: before + 3,
    rounds_realtime_cut_clients_total: 0,
    rounds_database_up: 1,
    rounds_database_pool_waiting: 0,
    "rounds_messages_waiting channel=mail": 1,
    "rounds_messages_waiting channel=sms": 0,
    "rounds_build_info version=1.2.3 commit=abc": 1,
  };
  const { rows } = await database.pool.query("select count(*)::integer as n from rollup_changes");
  // Figures from the database are not always new.
  await expect
    .poll(async () => Object.fromEntries(samplesOf(await scrape())), { timeout: 30_000 })
    .toMatchObject({ ...expected, rounds_rollup_changes_waiting: rows[0].n });
  const text = await scrape();
  const samples = samplesOf(text);
  expect(samples.get("rounds_messages_oldest_age_seconds channel=mail")).toBeGreaterThanOrEqual(60);
  expect(samples.get("process_resident_memory_bytes")).toBeGreaterThan(0);
  expect(samples.get("nodejs_eventloop_lag_seconds")).toBeGreaterThanOrEqual(0);
  expect(text).not.toMatch(/asha|example\.com|[0-9a-f]{8}-[0-9a-f]{4}|nothing|PROPFIND|127\.0\.0\.1/);
  await client.disconnect();
});

test("do not grow with what clients invent", async () => {
  // Not what Node says of itself: a kind of garbage collection has samples once it came up.
  const names = async () =>
    [...samplesOf(await scrape()).keys()].filter((name) => name.startsWith("rounds_"));
  for (const path of ["/made-up", "/metrics"]) await send(url, path, { headers: { authorization } });
  const before = await names();
  for (let n = 0; n < 50; n++) await send(url, `/made-up/${n}?q=${n}`);
  expect(await names()).toEqual(before);
});

/** Metrics on a database at another address than the usual one. */
async function readWith({ host, port }: { host: string; port: number }) {
  const connection = connect({ ...database.settings, host, port }, () => {});
  const measured: Measured = {
    ...{ token, db: connection.db, pool: connection.pool, clock: systemClock, traffic: createTraffic() },
    ...{ realtime: () => nobody, version: "1", commit: undefined },
    pace: { fresh: 5_000, longest_wait: 100 },
  };
  const begun = performance.now();
  const samples = samplesOf(await createMetrics(measured).read());
  void connection.close();
  return { samples, milliseconds: performance.now() - begun };
}

test.each(["refuses", "says nothing"])("a database that %s does not make them fail", async (how) => {
  const sockets: Socket[] = [];
  const server = createServer((socket) => void sockets.push(socket)).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  if (how === "refuses") server.close();
  const { samples, milliseconds } = await readWith({ host: "127.0.0.1", port });
  expect(samples.get("rounds_database_up")).toBe(0);
  expect([...samples.keys()].filter((name) => /^rounds_(messages|rollup)/.test(name))).toEqual([]);
  expect(samples.get("rounds_build_info version=1 commit=unknown")).toBe(1);
  // Less than the 10 seconds that connecting may take.
  expect(milliseconds).toBeLessThan(9_000);
  for (const socket of sockets) socket.destroy();
  server.close();
});
