import type { ServerResponse } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { setImmediate as turn } from "node:timers/promises";
import Fastify, { type FastifyInstance } from "fastify";
import { afterEach, expect, test, vi } from "vitest";
import { createDownloads } from "./download.ts";

const still = 30_000;
const limits = { total: 1, per_person: 1, still_milliseconds: still, longest_milliseconds: 20 * still };
/** More than all buffers on the way hold. */
const part = Buffer.alloc(64 * 1024 * 1024);

let app: FastifyInstance;
afterEach(async () => {
  vi.useRealTimers();
  await app.close();
});

/** Waits without the timers that stand still. */
async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await turn();
}

/** A file of many parts that is being sent to a reader who has not read anything yet, and how many parts were taken. */
async function askForFile(longest_milliseconds = limits.longest_milliseconds, is_endless = false) {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const downloads = createDownloads({ ...limits, longest_milliseconds });
  let taken = 0;
  async function* parts() {
    for (let n = 0; n < 5; n++) {
      yield part;
      taken++;
    }
  }
  app = Fastify();
  const sending = new Promise<ServerResponse>((resolve) => {
    app.get("/", (_, reply) => {
      resolve(reply.raw);
      return downloads.send(reply, "asha", async () => ({
        file_name: "a.csv",
        type: "text/csv",
        content: parts(),
        is_endless,
      }));
    });
  });
  await app.listen({ host: "127.0.0.1", port: 0 });
  const socket = connect((app.server.address() as AddressInfo).port, "127.0.0.1");
  socket.on("error", () => {});
  socket.pause().write("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
  const response = await sending;
  // The first part is on its way, and the second waits.
  await until(() => taken === 1 && response.writableLength > 0);
  return { socket, response, taken: () => taken };
}

test("a reader that reads nothing is disconnected after the time for it, not after twice that", async () => {
  const { response } = await askForFile();
  vi.advanceTimersByTime(still - 1);
  expect(response.destroyed).toBe(false);
  vi.advanceTimersByTime(1);
  expect(response.destroyed).toBe(true);
});

test("a reader that reads has the whole time again", async () => {
  const { socket, response, taken } = await askForFile();
  vi.advanceTimersByTime(still - 1);
  let bytes = 0;
  socket.on("data", (data) => {
    bytes += data.length;
    if (bytes > part.length) socket.pause();
  });
  socket.resume();
  await until(() => taken() === 2);
  vi.advanceTimersByTime(still - 1);
  expect(response.destroyed).toBe(false);
  vi.advanceTimersByTime(1);
  expect(response.destroyed).toBe(true);
});

test("the time in which the next part is created is not the reader's", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const downloads = createDownloads(limits);
  let finish = () => {};
  async function* parts() {
    yield "a";
    await new Promise<void>((resolve) => {
      finish = resolve;
    });
    yield "b";
  }
  app = Fastify();
  app.get("/", (_, reply) =>
    downloads.send(reply, "asha", async () => ({ file_name: "a.csv", type: "text/csv", content: parts() })),
  );
  const answer = app.inject("/");
  const hasBegun = finish;
  await until(() => finish !== hasBegun);
  vi.advanceTimersByTime(2 * still);
  finish();
  expect((await answer).body).toBe("ab");
});

test.each([
  [false, true],
  [true, false],
])("a file is given up after the longest time, unless it may take any (%s)", async (isEndless, isOver) => {
  const { socket, response } = await askForFile(still / 2, isEndless);
  vi.advanceTimersByTime(still / 2);
  expect(response.destroyed).toBe(isOver);
  socket.destroy();
});

test("HEAD tells of a file without creating it", async () => {
  const downloads = createDownloads(limits);
  let created = 0;
  async function* parts() {
    created++;
    yield "a";
  }
  app = Fastify();
  app.get("/", (_, reply) =>
    downloads.send(reply, "asha", async () => ({ file_name: "a.csv", type: "text/csv", content: parts() })),
  );
  const { headers, body } = await app.inject({ method: "HEAD", url: "/" });
  expect([headers["content-type"], body, created]).toEqual(["text/csv; charset=utf-8", "", 0]);
  await app.inject("/");
  expect(created).toBe(1);
});
