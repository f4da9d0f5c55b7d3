import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { anId } from "@rounds/testkit/builders.ts";
import { afterAll, expect, test } from "vitest";
import { startApp } from "../testing/app.ts";

// Many requests on one connection, sent without waiting for answers.

const app = await startApp();
afterAll(() => app.close());

async function dial(): Promise<Socket> {
  const socket = connect(Number(new URL(app.url).port), "127.0.0.1");
  socket.on("error", () => {});
  await once(socket, "connect");
  return socket;
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${app.token}\r\n\r\n`;
const underWay = () => expect.poll(() => app.traffic.underWay, { timeout: 10_000 });

/** Makes reads of doctors wait until called. */
async function blockDoctors() {
  const blocker = await app.database.pool.connect();
  await blocker.query("begin; lock table doctors in access exclusive mode");
  return async () => {
    await blocker.query("rollback");
    blocker.release();
  };
}

test("a reasonable number of requests is answered in order", async () => {
  const socket = await dial();
  let said = "";
  socket.on("data", (text) => {
    said += text;
  });
  const paths = Array.from({ length: 10 }, (_, n) => (n % 2 ? "/healthz" : "/api/nothing"));
  socket.write(paths.map(get).join(""));
  await expect.poll(() => said.match(/HTTP\/1\.1 \d+/g)?.length).toBe(10);
  expect(said.match(/HTTP\/1\.1 \d+/g)).toEqual(
    paths.map((path) => `HTTP/1.1 ${path === "/healthz" ? 200 : 404}`),
  );
  socket.destroy();
  await underWay().toBe(0);
});

test("too many close the connection, and nothing of it remains", async () => {
  const most: number[] = [];
  const sockets = await Promise.all(Array.from({ length: 5 }, dial));
  const free = await blockDoctors();
  const closed = sockets.map((socket) => new Promise((resolve) => socket.on("close", resolve)));
  for (const socket of sockets) {
    socket.pause();
    socket.write(get("/api/doctors").repeat(5_000));
    most.push(app.traffic.underWay);
  }
  const watching = setInterval(() => most.push(app.traffic.underWay), 1);
  // A paused socket does not notice its end: read again once the server has had its turn.
  await underWay().toBe(0);
  clearInterval(watching);
  for (const socket of sockets) socket.resume();
  await Promise.all(closed);
  expect(Math.max(...most)).toBeLessThanOrEqual(5);
  await free();
});

test("a connection's requests are handled one after another, and other connections do not wait for them", async () => {
  const [many, one] = [await dial(), await dial()];
  const free = await blockDoctors();
  many.write(get("/api/doctors") + get("/healthz").repeat(15));
  await underWay().toBe(1);
  let said = "";
  many.on("data", (text) => {
    said += text;
  });
  one.write(get("/healthz"));
  const [answer] = await once(one, "data");
  expect(String(answer)).toMatch(/^HTTP\/1.1 200/);
  expect([app.traffic.underWay, said]).toEqual([1, ""]);
  await free();
  await expect.poll(() => said.match(/HTTP\/1\.1 200/g)?.length).toBe(16);
  for (const socket of [many, one]) socket.destroy();
  await underWay().toBe(0);
});

test("a body that is sent behind another request is read once it is that request's turn", async () => {
  const socket = await dial();
  let said = "";
  socket.on("data", (text) => {
    said += text;
  });
  const body = JSON.stringify({ id: anId(), name: "Dr. Behind", hospital: "H".repeat(200) });
  const head = `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;
  const create = get("").replace("GET  HTTP", "POST /api/doctors HTTP").replace(/\r\n$/, head);
  // The body comes in two pieces, with the first of many more requests behind it.
  socket.write(get("/api/doctors") + create + body.slice(0, 50));
  await expect.poll(() => said).toContain("HTTP/1.1 200");
  socket.write(body.slice(50) + get("/healthz").repeat(3));
  await expect
    .poll(() => said.match(/HTTP\/1\.1 \d+/g))
    .toEqual([200, 201, 200, 200, 200].map((status) => `HTTP/1.1 ${status}`));
  socket.destroy();
  await underWay().toBe(0);
});

test("a client that goes away leaves none of its requests under way, whatever they wait for", async () => {
  const socket = await dial();
  const free = await blockDoctors();
  socket.write(get("/api/doctors").repeat(15));
  await underWay().toBe(1);
  socket.destroy();
  await underWay().toBe(0);
  await free();
  expect((await app.send("/api/doctors")).status).toBe(200);
});
