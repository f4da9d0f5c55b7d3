import Fastify from "fastify";
import { afterAll, expect, test } from "vitest";
import { broadcastPlugin } from "./http.ts";
import { startLive, until } from "./testing/live.ts";

const live = await startLive();
const token = await live.token();
const app = Fastify();
await app.register(broadcastPlugin(live.realtime, live.auth.auth, "the key of this product"), {
  prefix: "/realtime/v1/api",
});
const url = `${await app.listen({ host: "127.0.0.1", port: 0 })}/realtime/v1/api`;
afterAll(async () => {
  await app.close();
  await live.stop();
});

const post = (path: string, body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) =>
  fetch(url + path, {
    method: "POST",
    body,
    headers: {
      "content-type": "application/json",
      apikey: "the key of this product",
      authorization: `Bearer ${token}`,
      ...headers,
    },
  });

async function listen(topic: string) {
  const received: unknown[] = [];
  const channel = (await live.client(token)).channel(topic);
  let status = "";
  channel
    .on("broadcast", { event: "*" }, ({ event, payload }) => void received.push([event, payload]))
    .subscribe((now) => {
      status = now;
    });
  await until(() => status === "SUBSCRIBED");
  return received;
}

test("messages reach the members of their topics", async () => {
  const received = await listen("room");
  const messages = [
    { topic: "room", event: "a", payload: { n: 1 } },
    { topic: "other", event: "b", payload: {} },
  ];
  expect((await post("/broadcast", JSON.stringify({ messages }))).status).toBe(202);
  expect((await post("/broadcast/room/events/c?private=true", '{"n":2}')).status).toBe(202);
  const bytes = await post("/broadcast/room/events/d", new Uint8Array([1, 2, 3]), {
    "content-type": "application/octet-stream",
  });
  expect(bytes.status).toBe(202);
  await until(() => received.length === 3);
  expect(received.slice(0, 2)).toEqual([
    ["a", { n: 1 }],
    ["c", { n: 2 }],
  ]);
  expect((received[2] as unknown[])[0]).toBe("d");
});

test("requires a key and a session", async () => {
  const body = JSON.stringify({ messages: [{ topic: "room", event: "a", payload: {} }] });
  const wrong: Record<string, string>[] = [
    { apikey: "x" },
    { authorization: "" },
    { authorization: "Bearer x.y.z" },
  ];
  for (const headers of wrong) {
    const answer = await post("/broadcast", body, headers);
    expect([answer.status, await answer.json()]).toEqual([401, { error: expect.any(String) }]);
  }
});

test.each(["{}", '{"messages":[]}', '{"messages":[{"topic":""}]}', '{"messages":"x"}'])(
  "%s is refused",
  async (body) => {
    expect((await post("/broadcast", body)).status).toBe(422);
  },
);
