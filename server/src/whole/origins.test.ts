import { request } from "node:http";
import { createOrigins } from "@rounds/http/origins.ts";
import { startLive } from "@rounds/realtime/testing/live.ts";
import { afterAll, describe, expect, test } from "vitest";
import { WebSocket } from "ws";
import { startApp } from "../testing/app.ts";

const friend = "https://app.example.com";
const stranger = "https://evil.example";

const app = await startApp({
  public_url: "http://localhost:3000",
  allowed_origins: [friend, "capacitor://localhost"],
  host: "127.0.0.1",
});
const port = new URL(app.url).port;
afterAll(() => app.close());

type Asked = { method?: string; headers?: Record<string, string>; body?: string };

/** A request with any headers, including those that fetch does not let a caller set. */
function ask(path: string, { method = "GET", headers = {}, body }: Asked = {}) {
  return new Promise<{ status: number; headers: Record<string, unknown>; text: string }>(
    (answered, failed) => {
      const asking = request({ host: "127.0.0.1", port, path, method, headers }, (response) => {
        let text = "";
        response.setEncoding("utf8").on("data", (chunk: string) => {
          text += chunk;
        });
        response.on("end", () =>
          answered({ status: response.statusCode ?? 0, headers: response.headers, text }),
        );
      });
      asking.on("error", failed);
      asking.end(body);
    },
  );
}

const signUp = (origin: string | undefined, email: string, more: Record<string, string> = {}) =>
  ask("/auth/v1/signup", {
    method: "POST",
    // What a page may send anywhere without a preflight.
    headers: { "content-type": "text/plain", ...(origin !== undefined && { origin }), ...more },
    body: JSON.stringify({ email, password: "correct horse battery" }),
  });

describe("a page of another origin", () => {
  test.each([
    stranger,
    "null",
    "http://localhost:5173",
    "http://127.0.0.1.evil.example",
    "http://localhost.evil.example:3000",
    "https://app.example.com.evil.example",
    "http://app.example.com",
    "capacitor://localhost.evil.example",
    "nonsense",
  ])("can't sign up from %s", async (origin) => {
    const { status, headers, text } = await signUp(origin, "stranger@example.com");
    expect([status, JSON.parse(text).error_code]).toEqual([403, "origin_not_allowed"]);
    expect(headers["access-control-allow-origin"]).toBeUndefined();
    const { rows } = await app.database.pool.query("select from auth.users where email like 'stranger%'");
    expect(rows).toEqual([]);
  });

  test("can't change anything, can't ask whether it may, and can't read the answers", async () => {
    const origin = { origin: stranger };
    const member = { ...origin, authorization: `Bearer ${app.token}`, "content-type": "application/json" };
    const written = await ask("/api/doctors", { method: "POST", headers: member, body: "{}" });
    expect([written.status, JSON.parse(written.text).code]).toEqual([403, "other_origin"]);
    for (const path of ["/api/doctors", "/auth/v1/token", "/realtime/v1/api/broadcast"]) {
      const preflight = await ask(path, {
        method: "OPTIONS",
        headers: { ...origin, "access-control-request-method": "POST" },
      });
      expect([path, preflight.status]).toEqual([path, 403]);
      expect(preflight.headers["access-control-allow-methods"]).toBeUndefined();
    }
    for (const path of ["/api/doctors", "/auth/v1/settings", "/auth/v1/admin/users/%zz"]) {
      const { headers } = await ask(path, { headers: member });
      expect(headers["access-control-allow-origin"]).toBeUndefined();
      expect(headers.vary).toContain("Origin");
    }
  });
});

test("a page of the product's own origin, of an allowed one, and a program may sign up", async () => {
  const origins = [
    "http://localhost:3000",
    `http://127.0.0.1:${port}`,
    friend,
    "capacitor://localhost",
    undefined,
  ];
  for (const [at, origin] of origins.entries()) {
    const { status, headers } = await signUp(origin, `friend${at}@example.com`);
    expect([origin, status]).toEqual([origin, 200]);
    expect(headers["access-control-allow-origin"]).toBe(origin);
  }
  const proxied = await signUp("http://localhost:5173", "dev@example.com", { host: "localhost:5173" });
  expect(proxied.status).toBe(200);
});

test("a page of an allowed origin learns everywhere what it may send and read", async () => {
  for (const path of ["/api/doctors", "/auth/v1/user", "/auth/v1/factors/1", "/realtime/v1/api/broadcast"]) {
    const { status, headers } = await ask(path, {
      method: "OPTIONS",
      headers: { origin: friend, "access-control-request-method": "PUT" },
    });
    expect([path, status]).toEqual([path, 204]);
    expect(headers).toMatchObject({
      "access-control-allow-origin": friend,
      "access-control-allow-methods": "GET, POST, PUT, PATCH, DELETE",
      "access-control-allow-headers":
        "apikey, authorization, x-client-info, x-supabase-api-version, content-type, idempotency-key, traceparent, tracestate, baggage",
      vary: "Origin",
    });
  }
  const { headers } = await ask("/auth/v1/settings", { headers: { origin: friend } });
  expect(headers["access-control-expose-headers"]).toBe(
    "X-Supabase-Api-Version, X-Total-Count, Link, Retry-After",
  );
});

describe("a name that an attacker points here", () => {
  const rebound = { host: "evil.example:3000" };

  test("is refused by a server that only its own machine reaches", async () => {
    for (const path of ["/", "/api/doctors", "/auth/v1/settings", "/auth/v1/mail"]) {
      const { status } = await ask(path, { headers: rebound });
      expect([path, status]).toEqual([path, 421]);
    }
    const page = { ...rebound, origin: "http://evil.example:3000" };
    expect((await signUp(page.origin, "rebound@example.com", page)).status).toBe(421);
  });

  test("does not affect health checks", async () => {
    expect((await ask("/healthz", { headers: rebound })).status).toBe(200);
  });

  test.each(["localhost:3000", "[::1]:3000", "127.0.0.2", "rounds.localhost:80", "app.example.com"])(
    "%s is not such a name",
    async (host) => {
      expect((await ask("/auth/v1/settings", { headers: { host } })).status).toBe(200);
    },
  );

  test("is no risk where others reach the server, which may have many names", () => {
    const open = createOrigins({ public_url: "https://rounds.example.com", host: "0.0.0.0" });
    const page = { host: "evil.example", origin: "http://evil.example" };
    expect([open.refusalOf("GET", { host: "db7" }), open.refusalOf("POST", page)]).toEqual([
      undefined,
      "other_origin",
    ]);
    const office = { host: "192.168.1.5:3000", origin: "http://192.168.1.5:3000" };
    expect(open.refusalOf("POST", office)).toBeUndefined();
  });
});

test("realtime accepts sockets of its own pages and of programs, and of no other page", async () => {
  const live = await startLive();
  const address = `${live.url}/realtime/v1/websocket?apikey=x`;
  const outcome = (origin?: string) =>
    new Promise((decided) => {
      const socket = new WebSocket(address, origin === undefined ? {} : { origin });
      socket.on("open", () => decided("open"));
      socket.on("unexpected-response", (_, { statusCode }) => decided(statusCode));
      socket.on("error", () => {});
    });
  const own = live.url.replace("ws:", "http:");
  expect(await Promise.all([undefined, own, "http://rounds.test"].map(outcome))).toEqual(
    Array(3).fill("open"),
  );
  expect(await Promise.all([stranger, "null"].map(outcome))).toEqual([403, 403]);
  await live.stop();
});
