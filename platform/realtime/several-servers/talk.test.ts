import type { RealtimeChannel } from "@supabase/realtime-js";
import { sql } from "kysely";
import { afterAll, describe, expect, test } from "vitest";
import { type LiveServer, startLive, until } from "../testing/live.ts";

const one = await startLive();
const two = await startLive(one);
const token = await one.token();
afterAll(async () => {
  await two.stop();
  await one.stop();
});

let names = 0;
const name = () => `talk-${++names}`;

async function joined(channel: RealtimeChannel): Promise<RealtimeChannel> {
  let status = "";
  let problem: Error | undefined;
  channel.subscribe((now, error) => {
    status = now;
    problem = error;
  });
  await until(() => status !== "");
  if (status !== "SUBSCRIBED") throw problem ?? new Error(status);
  return channel;
}

describe.each(["1.0.0", "2.0.0"])("protocol %s", (vsn) => {
  test("a broadcast reaches the others on both servers, and its sender only on request", async () => {
    const topic = name();
    const received: string[] = [];
    const listener = (who: string) => (said: { payload?: { text?: string } }) =>
      void received.push(`${who} ${said.payload?.text}`);
    const join = async (server: LiveServer, who: string, self: boolean) => {
      const client = await server.client(token, { vsn });
      const channel = client.channel(topic, { config: { broadcast: { self, ack: true } } });
      return joined(channel.on("broadcast", { event: "hello" }, listener(who)));
    };
    const quiet = await join(one, "quiet", false);
    const loud = await join(one, "loud", true);
    await join(two, "far", false);
    expect(await quiet.send({ type: "broadcast", event: "hello", payload: { text: "a" } })).toBe("ok");
    await until(() => received.length === 2);
    expect(received.sort()).toEqual(["far a", "loud a"]);
    expect(await loud.send({ type: "broadcast", event: "hello", payload: { text: "b" } })).toBe("ok");
    await until(() => received.length === 5);
    expect(received.sort()).toEqual(["far a", "far b", "loud a", "loud b", "quiet b"]);
  });

  test("presence is known on both servers, and ends with its connection", async () => {
    const topic = name();
    const join = async (server: LiveServer, key: string) => {
      const client = await server.client(token, { vsn });
      const channel = client.channel(topic, { config: { presence: { key } } });
      channel.on("presence", { event: "sync" }, () => {});
      return { client, channel: await joined(channel) };
    };
    const asha = await join(one, "asha");
    const ravi = await join(two, "ravi");
    expect(await asha.channel.track({ screen: "visits" })).toBe("ok");
    expect(await ravi.channel.track({ screen: "doctors" })).toBe("ok");
    const seen = (channel: RealtimeChannel) =>
      Object.entries(channel.presenceState<{ screen: string }>())
        .map(([key, metas]) => `${key}:${metas.map((meta) => meta.screen)}`)
        .sort()
        .join(" ");
    await until(() => [asha, ravi].every(({ channel }) => seen(channel) === "asha:visits ravi:doctors"));
    const late = await join(two, "late");
    await until(() => seen(late.channel) === "asha:visits ravi:doctors");
    await asha.channel.track({ screen: "sales" });
    await until(() => seen(ravi.channel) === "asha:sales ravi:doctors");
    await asha.client.disconnect();
    await until(() => seen(ravi.channel) === "ravi:doctors" && seen(late.channel) === "ravi:doctors");
    expect(await ravi.channel.untrack()).toBe("ok");
    await until(() => seen(late.channel) === "");
  });
});

test("a change made through one server arrives at the other", async () => {
  const received: unknown[] = [];
  const client = await two.client(token);
  await joined(
    client
      .channel(name())
      .on(
        "postgres_changes",
        { event: "*", schema: "public", table: "doctors" },
        (change) => void received.push(change),
      ),
  );
  await sql`
    insert into doctors (id, name, creation_digest) values (gen_random_uuid(), 'Dr. Far', 'x')
  `.execute(one.database.db);
  await until(() => received.length === 1);
});

test("a server that starts later learns who is present", async () => {
  const topic = name();
  const client = await one.client(token);
  const channel = client.channel(topic, { config: { presence: { key: "early" } } });
  await joined(channel.on("presence", { event: "sync" }, () => {}));
  await channel.track({});
  const three = await startLive(one);
  try {
    const other = (await three.client(token)).channel(topic, { config: { presence: { key: "x" } } });
    await joined(other.on("presence", { event: "sync" }, () => {}));
    await until(() => Object.keys(other.presenceState()).includes("early"));
  } finally {
    await three.stop();
  }
});

test("the people on a stopping server are no longer present", async () => {
  const topic = name();
  const three = await startLive(one);
  const far = (await three.client(token)).channel(topic, { config: { presence: { key: "far" } } });
  await joined(far.on("presence", { event: "sync" }, () => {}));
  await far.track({});
  const near = (await one.client(token)).channel(topic, { config: { presence: { key: "near" } } });
  await joined(near.on("presence", { event: "sync" }, () => {}));
  await until(() => Object.keys(near.presenceState()).includes("far"));
  await three.stop();
  await until(() => !Object.keys(near.presenceState()).includes("far"));
});
