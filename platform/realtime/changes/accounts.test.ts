import { randomUUID } from "node:crypto";
import type { RealtimeClient } from "@supabase/realtime-js";
import { afterAll, expect, test } from "vitest";
import { startLive, until } from "../testing/live.ts";

const live = await startLive();
afterAll(() => live.stop());

/** What a person's page hears about accounts from now on. */
async function hear(client: RealtimeClient, topic = "rounds"): Promise<string[]> {
  const received: string[] = [];
  let isReady = false;
  client
    .channel(topic)
    .on("broadcast", { event: "*" }, ({ event }) => received.push(event))
    .subscribe((status) => {
      isReady = status === "SUBSCRIBED";
    });
  await until(() => isReady);
  return received;
}

/** What everybody has received once all earlier changes have arrived: waits for a later broadcast. */
async function settled(...everybody: string[][]): Promise<string[][]> {
  const mark = {
    kind: "broadcast",
    server: randomUUID(),
    topic: "realtime:rounds",
    event: "mark",
    payload: null,
  };
  await live.database.pool.query("select live.send('live_talk', $1)", [JSON.stringify(mark)]);
  await until(() => everybody.every((received) => received.at(-1) === "mark"));
  return everybody.map((received) => received.splice(0).slice(0, -1));
}

const note = (action: string, email: string) =>
  live.database.pool.query(
    `insert into auth.audit_log (created_at, action, actor_id, user_id)
     select now(), $1, id, id from auth.users where email = $2`,
    [action, email],
  );

test("its owner and administrators hear about an account; others, and other topics, hear nothing", async () => {
  // The first account becomes the administrator.
  const admin = await hear(await live.client(await live.token("admin@example.com")));
  const owner = await live.client(await live.token("owner@example.com"));
  const [byOwner, elsewhere] = [await hear(owner), await hear(owner, "chat")];
  const other = await hear(await live.client(await live.token("other@example.com")));
  await settled(admin, byOwner, other);

  await note("user_modified", "owner@example.com");
  expect(await settled(admin, byOwner, other)).toEqual([["team"], ["account"], []]);
  await note("login", "admin@example.com");
  expect(await settled(admin, byOwner, other)).toEqual([["account", "team"], [], []]);
  // What the roles may do concerns everybody.
  await live.database.pool.query(
    "insert into auth.permissions (role, permission, allowed) values ('manager', 'export', false)",
  );
  expect((await settled(admin, byOwner, other)).map((received) => [...new Set(received)].sort())).toEqual([
    ["account", "team"],
    ["account"],
    ["account"],
  ]);
  // Every open page refreshes its session each hour: nobody needs to know.
  await note("token_refreshed", "owner@example.com");
  expect(await settled(admin, byOwner, other)).toEqual([[], [], []]);
  expect(elsewhere).toEqual([]);
});
