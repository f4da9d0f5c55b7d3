import { randomUUID } from "node:crypto";
import type { RealtimeClient } from "@supabase/realtime-js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type LiveServer, startLive, until } from "./testing/live.ts";

let live: LiveServer;
beforeAll(async () => {
  live = await startLive();
});
afterAll(() => live.stop());

/** What a page of somebody hears of accounts from now on. */
async function hear(client: RealtimeClient, topic = "rounds"): Promise<string[]> {
  const heard: string[] = [];
  let isReady = false;
  client
    .channel(topic)
    .on("broadcast", { event: "*" }, ({ event }) => heard.push(event))
    .subscribe((status) => {
      isReady = status === "SUBSCRIBED";
    });
  await until(() => isReady);
  return heard;
}

/** What everybody has heard once all that was done before has arrived: a broadcast that comes after it is waited for. */
async function settled(...everybody: string[][]): Promise<string[][]> {
  const mark = {
    kind: "broadcast",
    server: randomUUID(),
    topic: "realtime:rounds",
    event: "mark",
    payload: null,
  };
  await live.database.pool.query("select live.send('live_talk', $1)", [JSON.stringify(mark)]);
  await until(() => everybody.every((heard) => heard.at(-1) === "mark"));
  return everybody.map((heard) => heard.splice(0).slice(0, -1));
}

const note = (action: string, email: string) =>
  live.database.pool.query(
    `insert into auth.audit_log (created_at, action, actor_id, user_id)
     select now(), $1, id, id from auth.users where email = $2`,
    [action, email],
  );

test("of an account its owner hears, and administrators; others, and other topics, hear nothing", async () => {
  // The first one is the administrator.
  const admin = await hear(await live.client(await live.token("admin@example.com")));
  const owner = await live.client(await live.token("owner@example.com"));
  const [byOwner, elsewhere] = [await hear(owner), await hear(owner, "chat")];
  const other = await hear(await live.client(await live.token("other@example.com")));
  await settled(admin, byOwner, other);

  await note("user_modified", "owner@example.com");
  expect(await settled(admin, byOwner, other)).toEqual([["team"], ["account"], []]);
  await note("login", "admin@example.com");
  expect(await settled(admin, byOwner, other)).toEqual([["account", "team"], [], []]);
  // Every open page renews its session each hour: nobody needs to know.
  await note("token_refreshed", "owner@example.com");
  expect(await settled(admin, byOwner, other)).toEqual([[], [], []]);
  expect(elsewhere).toEqual([]);
});
