import { createServer, connect as dial, type Server, type Socket } from "node:net";
import { connect } from "@rounds/database/connect.ts";
import { dashboardRoutes } from "@rounds/domain/dashboard/routes.ts";
import { aDoctor, anId } from "@rounds/testkit/builders.ts";
import { createTestDatabase } from "@rounds/testkit/database.ts";
import { send } from "@rounds/testkit/send.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startApp } from "../testing/app.ts";
import { routesByName } from "../testing/valid-calls.ts";

const app = await startApp();
afterAll(() => app.close());

test("answers of the API carry the time of the server's clock, by which the page corrects its own", async () => {
  const own = await startApp();
  own.setClock("2025-06-30T18:40:00Z");
  const { headers } = await send(own.url, "/api/doctors");
  expect(headers.get("date")).toBe("Mon, 30 Jun 2025 18:40:00 GMT");
  await own.close();
});

describe("security headers", () => {
  test.each([
    "/api/doctors",
    "/api/nothing",
    `/api/doctors/${"x".repeat(20)}`,
    "/healthz",
    "/api/openapi.json",
    "/auth/v1/health",
  ])("are on the answer of %s", async (path) => {
    const { headers } = await send(app.url, path);
    const policy = new Map(
      (headers.get("content-security-policy") ?? "").split(";").map((rule) => {
        const [name = "", ...values] = rule.trim().split(/\s+/);
        return [name, values];
      }),
    );
    expect(policy.get("default-src")).toEqual(["'none'"]);
    expect(policy.get("script-src")).toEqual(["'self'"]);
    expect(policy.get("frame-ancestors")).toEqual(["'none'"]);
    expect(policy.get("base-uri")).toEqual(["'none'"]);
    expect(policy.get("connect-src")).toEqual(["'self'"]);
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("x-frame-options")?.toLowerCase()).toBe("deny");
    expect(headers.get("referrer-policy")).toBe("no-referrer");
    const permissions = (headers.get("permissions-policy") ?? "").split(", ");
    expect(permissions).toEqual(expect.arrayContaining(["camera=()", "geolocation=()", "microphone=()"]));
    expect(headers.get("x-powered-by")).toBeNull();
    expect(headers.get("server")).toBeNull();
    expect(headers.get("strict-transport-security")).toBeNull();
  });

  test.each([
    [403, "/api/doctors", { headers: { origin: "https://elsewhere.example" }, method: "POST" }],
    [204, "/api/doctors", { headers: { "access-control-request-method": "POST" }, method: "OPTIONS" }],
    [400, "/api/doctors/%zz", {}],
    [400, `/api/doctors/${"x".repeat(300)}`, {}],
  ])("are on an answer that no route gives (%s to %s)", async (status, path, request) => {
    const answer = await send(app.url, path, request);
    expect(answer.status).toBe(status);
    expect(answer.headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
  });

  test("require https if the public address uses it", async () => {
    const secure = await startApp({ public_url: "https://rounds.example" });
    const { headers } = await send(secure.url, "/healthz");
    expect(headers.get("strict-transport-security")).toMatch(/^max-age=31536000/);
    await secure.close();
  });

  test("people's data is never cached", async () => {
    const { headers } = await app.send("/api/doctors");
    expect(headers.get("cache-control")).toBe("no-store");
  });
});

describe("the OpenAPI document", () => {
  type Operation = {
    parameters?: { in: string; name: string; required?: boolean }[];
    requestBody?: object;
    responses: Record<string, object>;
    security?: object[];
  };
  let document: { openapi: string; paths: Record<string, Record<string, Operation>> };
  beforeAll(async () => {
    const { status, text, headers } = await send(app.url, "/api/openapi.json");
    expect([status, headers.get("content-type")]).toEqual([200, "application/json; charset=utf-8"]);
    document = JSON.parse(text);
  });

  const inDocument = (path: string) => path.replace(/:(\w+)/g, "{$1}");

  test("lists every route of the API and no other", () => {
    expect(document.openapi).toBe("3.1.0");
    const listed = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const routes = Object.values(routesByName).map(({ method, path }) => `${method} ${inDocument(path)}`);
    expect(listed.filter((name) => !name.startsWith("HEAD")).sort()).toEqual(routes.sort());
  });

  /** Their paths say everything. */
  const withoutBody =
    /^(team\.(disable|enable|endSessions|makeAdmin|makeManager|makeRepresentative|removeFactors)|account\.makeRecoveryCodes|sync\.pin|history\.erase|archive\.bringIn|bulkEdits\.(run|undo)|imports\.(check|apply|undo))$/;

  test.each(Object.entries(routesByName))(
    "describes what %s accepts and returns",
    (name, { method, path }) => {
      const operation = document.paths[inDocument(path)]?.[method.toLowerCase()];
      const parameters = operation?.parameters ?? [];
      expect(
        parameters.filter((parameter) => parameter.in === "path").map((parameter) => parameter.name),
      ).toEqual([...path.matchAll(/:(\w+)/g)].map(([, name]) => name));
      const takesQuery = ["list", "pick", "ofDoctor", "ledger", "audit"].some(
        (verb) =>
          name.endsWith(`.${verb}`) &&
          !["products.pick", "bulkEdits.list", "imports.list", "views.list"].includes(name),
      );
      if (takesQuery) expect(parameters.some((parameter) => parameter.in === "query")).toBe(true);
      const hasBody = (method === "POST" || method === "PUT") && !withoutBody.test(name);
      expect(operation?.requestBody !== undefined).toBe(hasBody);
      expect(Object.keys(operation?.responses ?? {})).toEqual([method === "POST" ? "201" : "200"]);
      // Which permission a route needs is held by permissions.test.ts.
      expect(operation?.security).toEqual([{ session: expect.any(Array) }]);
    },
  );

  test("filters of a list are optional, and fields that a person must give are required", () => {
    const filters = document.paths["/api/visits"]?.get?.parameters ?? [];
    expect(filters.map((parameter) => parameter.name).sort()).toEqual(
      ["city", "end_date", "page", "page_size", "representative", "search", "start_date", "status"].sort(),
    );
    expect(filters.some((parameter) => parameter.required)).toBe(false);
    const body = JSON.stringify(document.paths["/api/doctors"]?.post?.requestBody);
    expect(JSON.parse(body).content["application/json"].schema.required).toEqual(["name", "id"]);
  });
});

describe("health", () => {
  test("both answer while the database does", async () => {
    const [health, ready] = await Promise.all([send(app.url, "/healthz"), send(app.url, "/readyz")]);
    expect([health.status, JSON.parse(health.text)]).toEqual([200, { status: "ok" }]);
    expect([ready.status, JSON.parse(ready.text)]).toEqual([200, { status: "ready" }]);
  });

  test("a lost database makes the server unready, costs clients a 503, and its return needs no restart", async () => {
    const database = await createTestDatabase();
    const relay = await startRelay(database.settings);
    const through = { ...database.settings, host: "127.0.0.1", port: relay.port };
    const connection = connect(through, () => {});
    const own = await startApp({ database: { ...connection, settings: through } });
    const doctor = await aDoctor(own);
    await relay.cut();
    const [health, ready, read] = await Promise.all([
      send(own.url, "/healthz"),
      send(own.url, "/readyz"),
      own.send(`/api/doctors/${doctor.id}`),
    ]);
    expect(health.status).toBe(200);
    expect([ready.status, JSON.parse(ready.text)]).toEqual([503, { status: "database unavailable" }]);
    expect([read.status, JSON.parse(read.text).code]).toEqual([503, "unavailable"]);
    expect(Number(read.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(read.text).not.toMatch(/ECONN|terminated|127\.0\.0\.1/);
    await relay.mend();
    expect((await send(own.url, "/readyz")).status).toBe(200);
    expect((await own.send(`/api/doctors/${doctor.id}`)).status).toBe(200);
    expect(own.logged()).not.toContain("Meera");
    await own.close();
    await connection.close();
    await relay.cut();
    await database.close();
  });

  test("a database that does not answer makes the server unready within the limit, and keeps no connection", async () => {
    const database = await createTestDatabase();
    const own = await startApp({ database, ready_milliseconds: 100 });
    const blocker = await database.pool.connect();
    await blocker.query("begin; lock table kysely_migration in access exclusive mode");
    const ready = await send(own.url, "/readyz");
    expect([ready.status, JSON.parse(ready.text)]).toEqual([503, { status: "database unavailable" }]);
    // The statement that waits for the lock ends too.
    const blocked =
      "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
    await expect.poll(async () => (await blocker.query(blocked)).rows).toEqual([]);
    await blocker.query("rollback");
    blocker.release();
    await own.close();
    await database.close();
  });

  test("all who ask at once share one look at the database", async () => {
    const database = await createTestDatabase();
    const own = await startApp({ database });
    let taken = 0;
    database.pool.on("acquire", () => taken++);
    await send(own.url, "/readyz");
    const forOne = taken;
    const blocker = await database.pool.connect();
    await blocker.query("begin; lock table kysely_migration in access exclusive mode");
    taken = 0;
    const asked = Promise.all(Array.from({ length: 10 }, () => send(own.url, "/readyz")));
    await expect.poll(() => own.traffic.underWay).toBe(10);
    await blocker.query("rollback");
    blocker.release();
    expect((await asked).map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(taken).toBe(forOne);
    await own.close();
    await database.close();
  });

  test("an unmigrated database makes the server unready", async () => {
    const database = await createTestDatabase();
    const own = await startApp({ database });
    await database.pool.query(
      "delete from kysely_migration where name = (select max(name) from kysely_migration)",
    );
    const ready = await send(own.url, "/readyz");
    expect([ready.status, JSON.parse(ready.text)]).toEqual([503, { status: "migrating" }]);
    await own.close();
    await database.close();
  });
});

describe("the server", () => {
  test("gives every answer an id of its own, which the log has too", async () => {
    const ids = await Promise.all(
      Array.from({ length: 20 }, async () => (await app.send("/api/dashboard")).headers.get("x-request-id")),
    );
    expect(new Set(ids).size).toBe(20);
    for (const id of ids) expect(app.logged()).toContain(id);
  });

  test("logs the pattern of a route, never its address or query", async () => {
    const id = anId();
    await app.send(`/api/doctors/${id}?search=Quagga`);
    const lines = app.logged().split("\n");
    expect(lines.some((line) => line.includes('"route":"/api/doctors/:id"'))).toBe(true);
    expect(app.logged()).not.toContain(id);
    expect(app.logged()).not.toContain("Quagga");
  });

  test("answers HEAD like GET, without a body", async () => {
    const answer = await app.send("/api/doctors", { method: "HEAD" });
    expect([answer.status, answer.text]).toEqual([200, ""]);
  });

  test("compresses long answers", async () => {
    for (let n = 0; n < 10; n++) await aDoctor(app);
    const { headers } = await app.send("/api/doctors", { headers: { "accept-encoding": "gzip" } });
    expect(headers.get("content-encoding")).toBe("gzip");
    expect((await app.call(dashboardRoutes.read, {})).doctors).toBeGreaterThanOrEqual(10);
  });

  test.each([
    ["no HTTP", "hello\r\n\r\n"],
    ["a header without end", `GET /api/doctors HTTP/1.1\r\nhost: x\r\nx: ${"x".repeat(100_000)}\r\n\r\n`],
    [
      "two lengths",
      "POST /api/doctors HTTP/1.1\r\nhost: x\r\ncontent-length: 5\r\ncontent-length: 6\r\n\r\nhello",
    ],
    [
      "length and chunks",
      "POST /api/doctors HTTP/1.1\r\nhost: x\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n",
    ],
    ["NUL in a header", "GET /api/doctors HTTP/1.1\r\nhost: x\r\nx: a\0b\r\n\r\n"],
    [
      "half a body",
      "POST /api/doctors HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 50\r\n\r\n{",
    ],
  ])("survives %s on the wire", async (_, bytes) => {
    const said = await new Promise<string>((resolve) => {
      const socket = dial(Number(new URL(app.url).port), "127.0.0.1");
      let text = "";
      socket.on("data", (chunk) => {
        text += chunk;
      });
      socket.on("close", () => resolve(text));
      socket.on("error", () => resolve(text));
      socket.end(bytes);
    });
    expect(said === "" || /^HTTP\/1\.1 4\d\d /.test(said)).toBe(true);
    expect(said).not.toMatch(/\.[tj]s:\d|node_modules/);
    expect((await send(app.url, "/healthz")).status).toBe(200);
  });
});

/** A connection to the tests' PostgreSQL that can be cut and restored. */
async function startRelay({ host = "", port = 5432 }: { host?: string; port?: number }) {
  const open = new Set<Socket>();
  const target = host.startsWith("/") ? { path: `${host}/.s.PGSQL.${port}` } : { host, port };
  let server: Server;
  async function listen(at: number) {
    server = createServer((near) => {
      const far = dial(target);
      for (const socket of [near, far]) {
        open.add(socket);
        socket.on("error", () => {});
        socket.on("close", () => {
          open.delete(socket);
          near.destroy();
          far.destroy();
        });
      }
      near.pipe(far).pipe(near);
    });
    await new Promise<void>((resolve) => server.listen(at, "127.0.0.1", resolve));
    return (server.address() as { port: number }).port;
  }
  const at = await listen(0);
  return {
    port: at,
    cut: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        for (const socket of open) socket.destroy();
      }),
    mend: () => listen(at),
  };
}
