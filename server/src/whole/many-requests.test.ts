import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { doctorRoutes } from "@rounds/domain/doctors/routes.ts";
import { productRoutes } from "@rounds/domain/products/routes.ts";
import { usualShare } from "@rounds/http/shares.ts";
import { aDoctor, anId, doctorBody } from "@rounds/testkit/builders.ts";
import { afterAll, afterEach, expect, test } from "vitest";
import { startApp } from "../testing/app.ts";

// One person sends far more requests than the server can work on, and goes away.

const app = await startApp({ share: usualShare });
const colleague = await app.signUp("ravi@example.com");
await aDoctor(app);
afterAll(() => app.close());
afterEach(() => {
  // Nothing of this is the server's fault.
  expect(app.logged().match(/"level":(?:40|50|60).*/g)).toBeNull();
});

async function dial(): Promise<Socket> {
  const socket = connect(Number(new URL(app.url).port), "127.0.0.1");
  socket.on("error", () => {});
  await once(socket, "connect");
  return socket;
}

const head = (line: string, rest = "") =>
  `${line} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${app.token}\r\n${rest}\r\n`;

/** Makes statements about doctors wait until called. */
async function blockDoctors() {
  const blocker = await app.database.pool.connect();
  await blocker.query("begin; lock table doctors in access exclusive mode");
  return async () => {
    await blocker.query("rollback");
    blocker.release();
  };
}

/** How many statements wait for a lock. */
async function blocked(): Promise<number> {
  const { rows } = await app.database.pool.query<{ count: number }>(
    "select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  );
  return rows[0]?.count ?? 0;
}

const underWay = () => expect.poll(() => app.traffic.underWay, { timeout: 10_000 });
const blockedStatements = () => expect.poll(blocked, { timeout: 10_000 });

test("many requests of one person leave the database to others, and end when the person leaves", async () => {
  const free = await blockDoctors();
  const sockets = await Promise.all(Array.from({ length: 72 }, dial));
  for (const socket of sockets) socket.write(head("GET /api/doctors").repeat(18));
  await underWay().toBe(72);
  await blockedStatements().toBe(usualShare.under_way);
  // All of the person's requests are here, and a colleague's is answered.
  expect((await colleague.send("/api/products")).status).toBe(200);
  expect(await blocked()).toBe(usualShare.under_way);
  for (const socket of sockets) socket.destroy();
  await underWay().toBe(0);
  // The doctors are still locked.
  await blockedStatements().toBe(0);
  expect(app.database.pool.waitingCount).toBe(0);
  await free();
  expect((await app.send("/api/doctors")).status).toBe(200);
});

test("more than may wait are refused", async () => {
  const free = await blockDoctors();
  const refused: string[] = [];
  const most = usualShare.under_way + usualShare.waiting;
  const sockets = await Promise.all(Array.from({ length: most + 2 }, dial));
  for (const socket of sockets) {
    socket.on("data", (text) => refused.push(String(text).slice(0, 12)));
    socket.write(head("GET /api/doctors"));
  }
  await expect.poll(() => refused, { timeout: 10_000 }).toEqual(["HTTP/1.1 429", "HTTP/1.1 429"]);
  for (const socket of sockets) socket.destroy();
  await underWay().toBe(0);
  await free();
});

test("an export ends too when its reader leaves", async () => {
  const free = await blockDoctors();
  const socket = await dial();
  socket.write(head("GET /api/doctors/export?format=csv"));
  await blockedStatements().toBe(1);
  socket.destroy();
  await blockedStatements().toBe(0);
  await underWay().toBe(0);
  await free();
});

test("a write that has begun is finished, although its client has left", async () => {
  const free = await blockDoctors();
  const socket = await dial();
  const body = JSON.stringify({ id: anId(), name: "Dr. Late" });
  const rest = `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n`;
  socket.write(head("POST /api/doctors", rest) + body);
  await blockedStatements().toBe(1);
  socket.destroy();
  await underWay().toBe(0);
  await free();
  const names = async () => (await app.database.pool.query("select name from doctors order by name")).rows;
  await expect.poll(names).toContainEqual({ name: "Dr. Late" });
});

test.each([
  ["a member's", "/api/doctors", "a person", 8],
  ["a stranger's", "/auth/v1/signup", "all strangers", 16],
])("%s unfinished bodies at %s take only so much of the memory of %s", async (_, path, _of, most) => {
  const refused: string[] = [];
  const sockets = await Promise.all(Array.from({ length: most + 3 }, dial));
  const mebibyte = 1024 * 1024;
  for (const socket of sockets) {
    socket.on("data", (text) => refused.push(String(text).slice(0, 12)));
    socket.write(head(`POST ${path}`, `Content-Type: application/json\r\nContent-Length: ${mebibyte}\r\n`));
    socket.write(Buffer.alloc(mebibyte - 1, " "));
  }
  await expect.poll(() => refused, { timeout: 10_000 }).toEqual(Array(3).fill("HTTP/1.1 429"));
  // What everybody sends still has room.
  expect((await colleague.call(doctorRoutes.create, { body: doctorBody() })).name).toBe(doctorBody().name);
  expect((await app.signUp(`${anId()}@example.com`)).id).toBeTruthy();
  for (const socket of sockets) socket.destroy();
  await underWay().toBe(0);
  expect((await app.call(doctorRoutes.create, { body: doctorBody() })).name).toBe(doctorBody().name);
});

test("a person's own requests are answered in full, however many", async () => {
  const answers = await Promise.all(
    Array.from({ length: 60 }, () => app.call(productRoutes.list, { query: {} })),
  );
  expect(answers.map(({ total }) => total)).toEqual(Array(60).fill(0));
});
