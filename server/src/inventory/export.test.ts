import { connect, type Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { inventoryRoutes } from "@rounds/domain/inventory/routes.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startApp, type TestApp } from "../testing/app.ts";

const app = await startApp();
afterAll(() => app.close());
const { path } = inventoryRoutes.export;

/**
 * Creates numbered products with names of the maximum length: each takes about 600 bytes of a file. Without triggers,
 * which take most of the time: what they write down of a product is no part of a file.
 */
async function makeProducts(first: number, last: number) {
  await app.database.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql`insert into products (id, name, price, creation_digest)
      select gen_random_uuid(), to_char(n, 'FM000000') || repeat('अ', 190), 10, ''
      from generate_series(${first}::integer, ${last}::integer) as n`.execute(tx);
  });
}

/** PostgreSQL processes that have had a transaction open for a while, waiting for their client. */
async function openTransactions(): Promise<number[]> {
  const { rows } = await app.database.pool.query(
    `select pid from pg_stat_activity
     where datname = current_database() and state = 'idle in transaction' and query like 'fetch%'
       and state_change < clock_timestamp() - interval '300 milliseconds'`,
  );
  return rows.map((row) => row.pid);
}

/** Waits until a condition holds. */
async function until(holds: () => Promise<boolean>) {
  for (const end = performance.now() + 10_000; !(await holds()); await wait(20)) {
    if (performance.now() > end) throw new Error("it never was so");
  }
}

/**
 * Waits until so many transactions are open, and returns their processes. A further look could find fewer: an export that
 * only paused goes on.
 */
async function untilOpen(count: number): Promise<number[]> {
  let open: number[] = [];
  await until(async () => {
    open = await openTransactions();
    return open.length === count;
  });
  return open;
}

/** Requests the file and reads nothing of it until told to: collects what arrived, and how it ended. */
async function askSlowly(headers = "", { url, token } = app as Pick<TestApp, "url" | "token">) {
  const { hostname, port } = new URL(url);
  const socket: Socket = connect(Number(port), hostname);
  const received: Buffer[] = [];
  socket.on("data", (part) => received.push(part));
  socket.on("error", () => {});
  const closed = new Promise<void>((resolve) => socket.on("close", () => resolve()));
  socket.write(
    `GET ${path} HTTP/1.1\r\nhost: rounds\r\nconnection: close\r\nauthorization: Bearer ${token}\r\n${headers}\r\n`,
  );
  await until(async () => received.length > 0);
  socket.pause();
  return { socket, closed, text: () => Buffer.concat(received).toString("latin1") };
}

test("the file has its name and type and, without products, only its head", async () => {
  const { status, headers, text } = await app.send(path);
  expect(status).toBe(200);
  expect(headers.get("content-type")).toBe("text/csv; charset=utf-8");
  expect(headers.get("content-disposition")).toBe('attachment; filename="inventory-report-2025-06-15.csv"');
  expect(headers.get("cache-control")).toBe("no-store");
  // The text comes without its byte order mark, which the decoder takes away.
  expect(text).toBe(
    "Product Name,Category,Opening Stock,Purchases,Sales,Adjustments,Closing Stock,Stock Value,Price,Sold Before Received\r\n",
  );
});

test.each([
  ["?start_date=2025-06-01&end_date=2025-06-10", "2025-06-01-to-2025-06-10"],
  ["?start_date=2025-06-01", "2025-06-01-to-2025-06-15"],
  ["?end_date=2024-12-31", "2020-01-01-to-2024-12-31"],
  ["?start_date=2025-06-10&end_date=2025-06-10", "2025-06-10-to-2025-06-10"],
  ["?start_date=2020-01-01&end_date=2025-12-31", "2025-06-15"],
])("the file's name shows the days of %s", async (query, days) => {
  const { headers } = await app.send(path + query, { method: "HEAD" });
  expect(headers.get("content-disposition")).toBe(`attachment; filename="inventory-report-${days}.csv"`);
});

test("the file begins with the mark of UTF-8, and compressed it is the same", async () => {
  await makeProducts(1, 1300);
  const bytesOf = async (encoding: string) => {
    const headers = { authorization: `Bearer ${app.token}`, "accept-encoding": encoding };
    const { request } = await import("node:http");
    return await new Promise<{ encoding: string | undefined; bytes: Buffer }>((resolve, reject) => {
      request(app.url + path, { headers }, (response) => {
        const parts: Buffer[] = [];
        response.on("data", (part) => parts.push(part));
        response.on("end", () =>
          resolve({ encoding: response.headers["content-encoding"], bytes: Buffer.concat(parts) }),
        );
        response.on("error", reject);
      }).end();
    });
  };
  const plain = await bytesOf("identity");
  expect(plain.encoding).toBeUndefined();
  expect([...plain.bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  const lines = plain.bytes.toString("utf8").split("\r\n");
  expect(lines.length).toBe(1302);
  expect(lines.at(-1)).toBe("");
  expect(lines[1300]).toBe(`001300${"अ".repeat(190)},Other,0,0,0,0,0,0.00,10.00,0`);
  const gzip = await bytesOf("gzip");
  expect(gzip.encoding).toBe("gzip");
  expect(gunzipSync(gzip.bytes).equals(plain.bytes)).toBe(true);
  const brotli = await bytesOf("br");
  expect(brotli.encoding).toBe("br");
  expect(brotliDecompressSync(brotli.bytes).equals(plain.bytes)).toBe(true);
});

test("an error before anything was sent is answered as usual", async () => {
  await app.database.pool.query("alter table rollup_changes rename to elsewhere");
  try {
    const { status, headers, text } = await app.send(path);
    expect(status).toBe(500);
    expect(headers.get("content-type")).toMatch(/^application\/json/);
    expect(headers.get("content-disposition")).toBeNull();
    expect(JSON.parse(text).code).toBe("internal");
  } finally {
    await app.database.pool.query("alter table elsewhere rename to rollup_changes");
  }
  expect((await app.send(path)).status).toBe(200);
});

test("a HEAD request does not send the file", async () => {
  const { status, headers, text } = await app.send(path, { method: "HEAD" });
  expect([status, text]).toEqual([200, ""]);
  expect(headers.get("content-type")).toBe("text/csv; charset=utf-8");
  await until(async () => (await openTransactions()).length === 0);
});

test("the API's description knows its type", async () => {
  const { text } = await app.send("/api/openapi.json");
  const { responses } = JSON.parse(text).paths[path].get;
  expect(responses["200"].content).toEqual({
    "text/csv": { schema: { type: "string" } },
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": { schema: { type: "string" } },
  });
});

describe("a file larger than the buffers on the way", () => {
  beforeAll(async () => {
    // Not needed here, and most of the time of creating them.
    await app.database.pool.query("drop index products_by_search");
    await makeProducts(1301, 30_000);
  });

  test("a later error breaks the connection before the file's end", async () => {
    const { socket, closed, text } = await askSlowly();
    await app.database.pool.query("select pg_terminate_backend($1)", await untilOpen(1));
    socket.resume();
    await closed;
    expect(text().startsWith("HTTP/1.1 200 OK")).toBe(true);
    // The chunk of length 0 that ends a whole answer is missing.
    expect(text().endsWith("\r\n0\r\n\r\n")).toBe(false);
    expect(text().includes("030000")).toBe(false);
    expect((await app.send(path)).text.includes("030000")).toBe(true);
  });

  test.each(["", "accept-encoding: gzip\r\n"])(
    "a client that goes away releases the connection (%j)",
    {
      timeout: 60_000,
    },
    async (headers) => {
      // More than may be under way at once, of one person or of all.
      for (let n = 0; n < 6; n++) {
        const { socket, text } = await askSlowly(headers);
        expect(text()).toMatch(/^HTTP\/1.1 200 /);
        socket.destroy();
        await until(async () => app.traffic.underWay === 0);
      }
      await until(async () => (await openTransactions()).length === 0);
      expect((await app.send(inventoryRoutes.list.path)).status).toBe(200);
    },
  );

  test("sixteen that nobody reads leave the database to the others", async () => {
    const people = await Promise.all([1, 2, 3].map((n) => app.signUp(`reader${n}@example.com`)));
    const readers = await Promise.all([
      ...Array.from({ length: 10 }, () => askSlowly()),
      ...people.flatMap(({ token }) => [1, 2].map(() => askSlowly("", { url: app.url, token }))),
    ]);
    const statuses = readers.map(({ text }) => Number(text().split(" ")[1]));
    expect(statuses.filter((status) => status === 200)).toHaveLength(4);
    // Over the limit of one person, and of all together.
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(8);
    expect(statuses.filter((status) => status === 503).length).toBeGreaterThanOrEqual(2);
    const open = await untilOpen(4);
    const others = Array.from({ length: 20 }, () => app.send(inventoryRoutes.list.path));
    expect(new Set((await Promise.all(others)).map(({ status }) => status))).toEqual(new Set([200]));

    // PostgreSQL ends the sessions: their places in the pool are free, although nobody reads yet.
    const taken = app.database.pool.totalCount;
    await app.database.pool.query("select pg_terminate_backend(pid) from unnest($1::integer[]) as pid", [
      open,
    ]);
    await until(async () => app.database.pool.totalCount === taken - 4);
    for (const { socket } of readers) socket.destroy();
    await until(async () => app.traffic.underWay === 0);
    expect((await app.send(path, { method: "HEAD" })).status).toBe(200);
  });

  test("a reader that reads nothing is disconnected, and may ask again", async () => {
    const downloads = { per_person: 1, still_milliseconds: 1_000 };
    const own = await startApp({ database: app.database, downloads, email: "impatient@example.com" });
    const first = await askSlowly("", own);
    expect((await own.send(path)).status).toBe(429);
    await until(async () => (await openTransactions()).length === 0 && own.traffic.underWay === 0);
    first.socket.resume();
    await first.closed;
    expect(first.text().endsWith("\r\n0\r\n\r\n")).toBe(false);
    expect((await own.send(path)).text.includes("030000")).toBe(true);
    await own.close();
  });
});
