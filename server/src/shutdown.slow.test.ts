import { once } from "node:events";
import { chmod, mkdtemp, readFile, rm } from "node:fs/promises";
import { Agent, get, type IncomingMessage } from "node:http";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { doctorRoutes } from "@rounds/domain/doctors/routes.ts";
import { freePort } from "@rounds/postgres/free-port.ts";
import { placeAt } from "@rounds/postgres/place.ts";
import { createTestDatabase, type TestDatabase, urlOf } from "@rounds/testkit/database.ts";
import { newMember, signUp } from "@rounds/testkit/sign-in.ts";
import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { createShutdown } from "./shutdown.ts";
import { productProcess } from "./testing/product-process.ts";

// The product in separate processes, told to stop while it is busy.

vi.setConfig({ testTimeout: 120_000 });
const longestWait = 60_000;

let database: TestDatabase;
let folder: string;
beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), "rounds-stop-"));
  await chmod(folder, 0o711);
});
const products: { killServer(): Promise<void> }[] = [];
afterAll(async () => {
  for (const product of products) await product.killServer();
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

/** A started product on the test's database. */
async function started(settings: Record<string, string> = {}) {
  const product = productProcess(folder, await freePort(), { DATABASE_URL: urlOf(database), ...settings });
  products.push(product);
  await product.start();
  return product;
}
type Product = Awaited<ReturnType<typeof started>>;

let people = 0;

const signUpAt = (product: Product) => newMember(product.url, `stop${++people}@example.com`);

/** Locks a table until called, and waits for a request that waits for the lock. */
async function blockDoctors() {
  const blocker = await database.pool.connect();
  await blocker.query("begin; lock table doctors in access exclusive mode");
  return {
    async blocking() {
      const waiting = () =>
        database.pool.query(
          "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
        );
      await expect.poll(async () => (await waiting()).rowCount, { timeout: longestWait }).toBeGreaterThan(0);
    },
    async free() {
      await blocker.query("rollback");
      blocker.release();
    },
  };
}

const refused = (url: string) =>
  expect.poll(() => fetch(`${url}/healthz`).catch((error) => error.cause.code), { timeout: longestWait });

describe("told to stop, the product", () => {
  test("serves for STOP_DELAY, finishes its requests, and exits with 0", async () => {
    const product = await started({ STOP_DELAY: "2" });
    const member = await signUpAt(product);
    const table = await blockDoctors();
    const busy = member.call(doctorRoutes.list, {});
    await table.blocking();
    const begun = performance.now();
    product.signal("SIGTERM");
    await expect
      .poll(async () => await (await fetch(`${product.url}/readyz`)).json(), { timeout: longestWait })
      .toEqual({ status: "stopping" });
    const ready = await fetch(`${product.url}/readyz`);
    expect([ready.status, ready.headers.get("connection")]).toEqual([503, "close"]);
    const served = await fetch(`${product.url}/healthz`);
    expect([served.status, served.headers.get("connection")]).toEqual([200, "close"]);
    await refused(product.url).toBe("ECONNREFUSED");
    expect(performance.now() - begun).toBeGreaterThan(1_900);
    await table.free();
    expect(await busy).toMatchObject({ total: 0 });
    expect(await product.ended()).toBe(0);
  });

  test("cuts off what takes longer than STOP_TIMEOUT", async () => {
    const product = await started({ STOP_TIMEOUT: "1" });
    const member = await signUpAt(product);
    const table = await blockDoctors();
    const busy = member.call(doctorRoutes.list, {}).catch((error: Error) => error.message);
    await table.blocking();
    product.signal("SIGTERM");
    expect(await busy).toBe("socket hang up");
    await table.free();
    expect(await product.ended()).toBe(0);
    expect(product.output()).toContain('"requests":1');
  });

  test("breaks no request of clients that keep their connections", async () => {
    const product = await started();
    let stopped = false;
    let answered = 0;
    const failures: string[] = [];
    /** One client, one connection at a time; a stopped server is expected to refuse. */
    async function keepAsking() {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      while (!stopped) {
        const code = await new Promise<string>((resolve) => {
          const asked = get(`${product.url}/healthz`, { agent }, (answer) => {
            answer.resume();
            answer.on("end", () => resolve(String(answer.statusCode)));
            answer.on("error", () => resolve("broken"));
          });
          asked.on("error", ({ code = "unknown" }: NodeJS.ErrnoException) => {
            // A new connection that the kernel accepted and the server never did counts as refused.
            resolve(code === "ECONNRESET" && !asked.reusedSocket ? "ECONNREFUSED" : code);
          });
        });
        if (code === "200") answered++;
        else if (code === "ECONNREFUSED") break;
        else failures.push(code);
      }
      agent.destroy();
    }
    const clients = Array.from({ length: 8 }, keepAsking);
    await expect.poll(() => answered, { timeout: longestWait }).toBeGreaterThan(200);
    expect(await product.stop("SIGTERM")).toBe(0);
    stopped = true;
    await Promise.all(clients);
    expect(failures).toEqual([]);
  });

  test("finishes a file that is being sent", async () => {
    const product = await started();
    const { token } = await signUpAt(product);
    await database.pool.query(`
      insert into products (id, name, category, price, creation_digest)
      select gen_random_uuid(), repeat('Long name ', 18) || n, 'Antibiotics', 1, 'x' from generate_series(1, 60000) n`);
    const headers = { authorization: `Bearer ${token}` };
    const answer = await new Promise<IncomingMessage>((resolve) => {
      get(`${product.url}/api/inventory/export`, { headers }, resolve);
    });
    product.signal("SIGTERM");
    await refused(product.url).toBe("ECONNREFUSED");
    let file = "";
    for await (const chunk of answer.setEncoding("utf8")) file += chunk;
    expect(file.trimEnd().split("\r\n")).toHaveLength(60_001);
    expect(await product.ended()).toBe(0);
    await database.pool.query("delete from products");
  });

  test("finishes the mail that is being sent, and sends nothing twice", async () => {
    let arrived = 0;
    let accept = () => {};
    const smtp = new SMTPServer({
      disabledCommands: ["STARTTLS", "AUTH"],
      onData(stream, _, done) {
        stream.resume();
        stream.on("end", () => {
          arrived++;
          accept = done;
        });
      },
    });
    const port = await freePort();
    smtp.listen(port, "127.0.0.1");
    const settings = { SMTP_URL: `smtp://127.0.0.1:${port}` };
    const product = await started(settings);
    await signUp(product.url, "mail@example.com");
    await expect.poll(() => arrived, { timeout: longestWait }).toBe(1);
    product.signal("SIGTERM");
    await refused(product.url).toBe("ECONNREFUSED");
    accept();
    expect(await product.ended()).toBe(0);
    const { rows } = await database.pool.query("select outcome, attempts from auth.messages");
    expect(rows).toEqual([{ outcome: "sent", attempts: 1 }]);
    const next = await started(settings);
    await signUp(next.url, "other@example.com");
    await expect.poll(() => arrived, { timeout: longestWait }).toBe(2);
    accept();
    expect(await next.stop("SIGTERM")).toBe(0);
    expect(arrived).toBe(2);
    await new Promise<void>((resolve) => smtp.close(() => resolve()));
  });
});

describe("told twice", () => {
  /** A request that never ends, because its body does not arrive. */
  async function neverEnding(port: number): Promise<Socket> {
    const socket = connect(port, "127.0.0.1");
    await once(socket, "connect");
    socket.on("error", () => {});
    socket.write("POST /auth/v1/token HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n");
    socket.write("content-length: 100\r\n\r\n{");
    return socket;
  }

  test("it exits at once with 1, and the embedded database is shut down properly", async () => {
    const port = await freePort();
    const product = productProcess(folder, port);
    products.push(product);
    await product.start();
    const socket = await neverEnding(port);
    await wait(500);
    product.signal("SIGINT");
    await refused(product.url).toBe("ECONNREFUSED");
    await wait(600);
    product.signal("SIGINT");
    expect(await product.ended()).toBe(1);
    socket.destroy();
    await expect.poll(() => product.databaseRuns(), { timeout: longestWait }).toBe(false);
    await product.start();
    expect(await product.stop("SIGHUP")).toBe(0);
    expect(await product.databaseRuns()).toBe(false);
    const log = await readFile(placeAt(folder).log, "utf8");
    expect(log).toContain("database system is shut down");
    expect(log).not.toMatch(/not properly shut down|immediate shutdown/);
  });

  test("within a moment, as by Ctrl-C under npm, it still ends in order", async () => {
    const product = await started();
    const member = await signUpAt(product);
    const table = await blockDoctors();
    const busy = member.call(doctorRoutes.list, {});
    await table.blocking();
    product.signal("SIGINT");
    product.signal("SIGTERM");
    await refused(product.url).toBe("ECONNREFUSED");
    await table.free();
    expect(await busy).toMatchObject({ total: 0 });
    expect(await product.ended()).toBe(0);
  });
});

/** Makes a process throw an uncaught error: an exception at SIGUSR2, a rejected promise at SIGWINCH. */
const throwing = `--import data:text/javascript,${encodeURIComponent(
  "process.on('SIGUSR2', () => { throw new Error('thrown to nobody') });" +
    "process.on('SIGWINCH', () => { Promise.reject(new Error('rejected to nobody')) });",
)}`;

test.each([
  ["SIGUSR2", "thrown to nobody"],
  ["SIGWINCH", "rejected to nobody"],
] as const)(
  "an exception that nobody catches (%s) is logged, and the product ends in order with 1",
  async (signal, message) => {
    const product = await started({ NODE_OPTIONS: throwing, STOP_DELAY: "1" });
    const member = await signUpAt(product);
    const table = await blockDoctors();
    const busy = member.call(doctorRoutes.list, {});
    await table.blocking();
    product.signal(signal);
    await expect.poll(() => product.output(), { timeout: longestWait }).toContain(message);
    expect(product.output()).toContain('"level":60');
    await refused(product.url).toBe("ECONNREFUSED");
    await table.free();
    expect(await busy).toMatchObject({ total: 0 });
    expect(await product.ended()).toBe(1);
  },
);

test("a step that fails or hangs does not prevent the others", async () => {
  const said: string[] = [];
  const ended: string[] = [];
  const shutdown = createShutdown((text) => said.push(text));
  shutdown.addLast(async () => ended.push("database"));
  shutdown.add(async () => ended.push("pool"));
  shutdown.add(() => new Promise(() => {}), 20);
  shutdown.add(async () => Promise.reject(new Error("no")));
  shutdown.add(async () => ended.push("server"));
  expect(await shutdown.end()).toBe(false);
  expect(ended).toEqual(["server", "pool", "database"]);
  expect(said.join()).toContain("Stopping went wrong");
});
