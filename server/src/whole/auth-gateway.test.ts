import { connect } from "node:net";
import { goodPassword, startService } from "@rounds/auth/testing/service.ts";
import { GoTrueClient } from "@supabase/auth-js";
import { SignJWT } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startApp, type TestApp } from "../testing/app.ts";

const api_key = "publishable-key-of-this-installation";
const jwt_secret = "a secret of thirty-two characters or more";
const missing = "No API key found in request";
const wrong = "Invalid API key";
const inBrowser = "Forbidden use of secret API key in browser";

const service = await startService({ settings: { api_key, jwt_secret } });
const { db } = service.database;
const serviceKey = (await db.selectFrom("auth.service_keys").select("secret").executeTakeFirstOrThrow())
  .secret;
afterAll(() => service.close());

/** A key as older installations have them: a JWT that says nothing but a role. */
const signedKey = (claims: Record<string, unknown>, secret = jwt_secret, alg = "HS256") =>
  new SignJWT({ iss: "supabase", ...claims })
    .setProtectedHeader({ alg, typ: "JWT" })
    .sign(new TextEncoder().encode(secret));
const inAnHour = () => Math.floor(service.now() / 1000) + 3600;

const browsers: Record<string, string>[] = [
  { origin: "https://page.example" },
  { "sec-fetch-site": "same-origin" },
  { "user-agent": "Mozilla/5.0 (Windows NT 10.0)" },
];

describe("the gateway", () => {
  test("refuses requests without the key, in every client's error shape", async () => {
    const paths: [string, string][] = [
      ["GET", "/settings"],
      ["GET", "/user"],
      ["POST", "/signup"],
      ["POST", "/token?grant_type=password"],
      ["POST", "/verify"],
      ["POST", "/health"],
      ["GET", "/nowhere"],
      ["GET", "/health/x"],
    ];
    const given: [Record<string, string>, string][] = [
      [{}, missing],
      [{ apikey: "" }, missing],
      [{ apikey: `${api_key}x` }, wrong],
      [{ apikey: api_key.slice(0, -1) }, wrong],
    ];
    for (const [method, path] of paths) {
      for (const [headers, message] of given) {
        const reply = await service.ask(path, { method, headers });
        expect([path, reply.status, reply.body]).toEqual([path, 401, { code: "no_authorization", message }]);
      }
    }
    const old = await service.ask("/settings", { headers: { "x-supabase-api-version": "" } });
    expect([old.status, old.body]).toEqual([
      401,
      { code: 401, error_code: "no_authorization", msg: missing, message: missing },
    ]);
    const { error } = await service.client().signInWithPassword({ email: "a@b.co", password: goodPassword });
    expect(error).toMatchObject({ name: "AuthApiError", status: 401, message: missing });
  });

  test("accepts links, redirects and health checks", async () => {
    for (const path of ["/health", "/.well-known/jwks.json"]) {
      expect([path, (await service.ask(path)).status]).toEqual([path, 200]);
    }
    for (const path of ["/verify", "/authorize", "/callback", "/mail"]) {
      const response = await fetch(service.url + path, { redirect: "manual" });
      expect(await response.text()).not.toContain(missing);
    }
  });

  test("the client library signs in with the key in its headers", async () => {
    const client = new GoTrueClient({
      url: service.url,
      headers: { apikey: api_key },
      autoRefreshToken: false,
      persistSession: false,
    });
    const { error } = await client.signUp({ email: "asha@example.com", password: goodPassword });
    expect(error).toBeNull();
  });

  test("accepts a service key too, but not from a browser", async () => {
    const keys = [serviceKey, await signedKey({ role: "service_role", exp: inAnHour() })];
    for (const apikey of keys) {
      expect((await service.ask("/settings", { headers: { apikey } })).status).toBe(200);
      for (const browser of browsers) {
        const { status, body } = await service.ask("/settings", { headers: { apikey, ...browser } });
        expect([status, body]).toEqual([401, { code: "no_authorization", message: inBrowser }]);
      }
    }
    const anon = await signedKey({ role: "anon", exp: inAnHour() });
    expect((await service.ask("/settings", { headers: { apikey: anon } })).body.message).toBe(wrong);
  });

  test("does not exist if the settings have no key", async () => {
    const free = await startService({ database: service.database });
    expect((await free.ask("/settings", { headers: { apikey: "anything" } })).status).toBe(200);
    await free.close();
  });
});

describe("requests that the server can't parse are answered in JSON, as the client library reads it", () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  const ask = async (path: string, init: RequestInit = {}) => {
    const response = await fetch(`${app.url}/auth/v1${path}`, {
      ...init,
      headers: { "x-supabase-api-version": "2024-01-01", ...init.headers },
    });
    const body = (await response.json()) as { code: string; message: string };
    return { status: response.status, headers: response.headers, body };
  };

  test("an address that can't be decoded, or is too long", async () => {
    for (const path of ["/admin/users/%zz", "/%", `/admin/users/${"x".repeat(300)}`]) {
      const { status, headers, body } = await ask(path);
      expect([path, [400, 401, 404, 414].includes(status)]).toEqual([path, true]);
      expect(Object.keys(body)).toEqual(["code", "message"]);
      expect(headers.get("x-supabase-api-version")).toBe("2024-01-01");
    }
  });

  test("unknown methods of a path", async () => {
    for (const method of ["PROPFIND", "PATCH", "PURGE"]) {
      const { status, body } = await ask("/user", { method });
      expect([method, status, body.code]).toEqual([method, 404, "not_found"]);
    }
  });

  test("a body that is too large", async () => {
    const { status, body } = await ask("/signup", { method: "POST", body: "x".repeat(1024 * 1024 + 1) });
    expect([status, body.code]).toEqual([413, "request_entity_too_large"]);
  });

  test("bytes that are not HTTP, or too many headers", async () => {
    const requests = [
      ["GET /auth/v1/health HTTP/1.1\r\nhost: x\r\nlong: ", "x".repeat(20_000), "\r\n\r\n"].join(""),
      "NONSENSE /auth/v1/health HTTP/1.1\r\nhost: x\r\n\r\n",
    ];
    const statuses = [431, 400];
    for (const [index, request] of requests.entries()) {
      const answer = await sendRaw(app.url, request);
      expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${statuses[index]} `));
      expect(answer).toMatch(/content-type: application\/json/i);
      expect(JSON.parse(answer.slice(answer.indexOf("\r\n\r\n") + 4)).message).toEqual(expect.any(String));
    }
  });
});

function sendRaw(url: string, request: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    let answer = "";
    const socket = connect(Number(port), hostname, () => socket.write(request));
    socket.setEncoding("utf8");
    socket.on("data", (text: string) => {
      answer += text;
    });
    socket.on("error", reject);
    socket.on("close", () => resolve(answer));
  });
}
