import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { afterAll, expect, test } from "vitest";
import { startApp } from "../testing/app.ts";

// What a client does wrong wakes nobody up: the log has at most lines of level 30.

const app = await startApp({ realtime: true, downloads: { total: 0 }, limit_factor: 1 });
afterAll(() => app.close());

async function dial(): Promise<Socket> {
  const socket = connect(Number(new URL(app.url).port), "127.0.0.1");
  socket.on("error", () => {});
  await once(socket, "connect");
  return socket;
}

const underWay = () => expect.poll(() => app.traffic.underWay, { timeout: 10_000 });

/** The lines above level 30 that `work` and what it leaves behind write. */
async function alarmsOf(work: () => Promise<unknown>): Promise<string[]> {
  const { length } = app.logged();
  await work();
  await underWay().toBe(0);
  // What the server still has to do about it is done before this is answered.
  await app.send("/api/products");
  return (
    app
      .logged()
      .slice(length)
      .match(/"level":(?:40|50|60).*/g) ?? []
  );
}
const authorization = () => `Authorization: Bearer ${app.token}\r\n`;

test.each([
  ["a doctor", "POST", "/api/doctors", authorization],
  ["a sign-in", "POST", "/auth/v1/token?grant_type=password", () => ""],
  ["a sign-up", "POST", "/auth/v1/signup", () => ""],
  ["a broadcast", "POST", "/realtime/v1/api/broadcast", authorization],
])("the end of a connection in the middle of %s", async (_, method, path, headers) => {
  const cutOff = async () => {
    const socket = await dial();
    socket.write(`${method} ${path} HTTP/1.1\r\nHost: x\r\n${headers()}`);
    socket.write('Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"name": "Dr.');
    await underWay().toBe(1);
    // By the time that this is answered, the server reads the body.
    await app.send("/api/products");
    socket.destroy();
  };
  expect(await alarmsOf(cutOff)).toEqual([]);
});

test.each(["/api/today", "/api/openapi.json", "/api/nothing", "/healthz", "/auth/v1/user"])(
  "too many pipelined requests for %s",
  async (path) => {
    const pipeline = async () => {
      // More than the limits let pass without asking the database.
      for (let n = 0; n < 8; n++) {
        const socket = await dial();
        const closed = once(socket, "close");
        socket.resume().write(`GET ${path} HTTP/1.1\r\nHost: x\r\n${authorization()}\r\n`.repeat(40));
        await closed;
      }
    };
    expect(await alarmsOf(pipeline)).toEqual([]);
  },
);

test("one export too many", async () => {
  const ask = async () => {
    const { status, text } = await app.send("/api/doctors/export?format=csv");
    expect([status, JSON.parse(text).code]).toEqual([503, "unavailable"]);
  };
  expect(await alarmsOf(ask)).toEqual([]);
});
