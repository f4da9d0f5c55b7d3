import type { SessionBody } from "@rounds/auth/testing/service.ts";
import { visitRoutes } from "@rounds/domain/visits/routes.ts";
import { until } from "@rounds/realtime/testing/live.ts";
import { aDoctor, aVisit } from "@rounds/testkit/builders.ts";
import type { RealtimeChannel } from "@supabase/realtime-js";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Server, startTwoServers, type TwoServers } from "./testing/servers.ts";

// Broadcast and presence between servers that hear each other are tested in platform/realtime/several-servers/talk.test.ts.

let both: TwoServers;
let one: Server;
let two: Server;
let asha: SessionBody;
let ravi: SessionBody;
beforeAll(async () => {
  both = await startTwoServers();
  ({ one, two } = both);
  asha = await one.register("asha@example.com");
  ravi = await two.register("ravi@example.com");
});
afterAll(() => both.close());

const longestWait = 20_000;

async function join(channel: RealtimeChannel): Promise<{ channel: RealtimeChannel; statuses: string[] }> {
  const statuses: string[] = [];
  channel.subscribe((status) => void statuses.push(status));
  await until(() => statuses.includes("SUBSCRIBED"), longestWait);
  return { channel, statuses };
}

async function present(server: Server, session: SessionBody, topic: string, key: string) {
  const channel = (await server.listener(session)).channel(topic, { config: { presence: { key } } });
  channel.on("presence", { event: "sync" }, () => {});
  const joined = await join(channel);
  await channel.track({});
  return { ...joined, seen: () => Object.keys(channel.presenceState()).sort().join(" ") };
}

/** Cuts the connections on which servers listen, as a failing network does. */
async function breakListeners() {
  const { rows } = await sql<{ broken: boolean }>`
    select pg_terminate_backend(pid) as broken from pg_stat_activity
    where datname = current_database() and query like 'listen %'`.execute(both.database.db);
  expect(rows).toHaveLength(2);
}

test("a visit recorded at one is announced to listeners at the other, and is in its list", async () => {
  const announced: string[] = [];
  const { id: doctor_id } = await aDoctor(one.as(asha));
  await join(
    (await two.listener(ravi))
      .channel("rounds")
      .on("postgres_changes", { event: "INSERT", schema: "public", table: "visits" }, (change) => {
        announced.push(change.new.id as string);
      }),
  );
  const { id } = await aVisit(one.as(asha), doctor_id);
  const { rows } = await two.as(ravi).call(visitRoutes.list, { query: {} });
  expect(rows.map((visit) => visit.id)).toEqual([id]);
  await until(() => announced.length > 0, longestWait);
  expect(announced).toEqual([id]);
});

test("after a gap between servers, each knows again who is present on the other", async () => {
  const topic = "gap";
  const near = await present(one, asha, topic, "near");
  const gone = await present(one, asha, topic, "gone");
  const far = await present(two, ravi, topic, "far");
  await until(() => far.seen() === "far gone near", longestWait);
  await breakListeners();
  // Sent while nobody received it.
  await gone.channel.untrack();
  const late = await present(one, asha, topic, "late");
  await until(() => [near, far, late].every(({ seen }) => seen() === "far late near"), longestWait);
});

test("a user who lost access during the gap is disconnected once the server hears again", async () => {
  const session = await two.register("out@example.com");
  const { statuses } = await join((await two.listener(session)).channel("talk"));
  await breakListeners();
  await one.ask("/logout", { method: "POST", bearer: session.access_token });
  await until(() => statuses.includes("CLOSED"), longestWait);
});
