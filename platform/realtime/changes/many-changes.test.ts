import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import WebSocket from "ws";
import { startLive, until } from "../testing/live.ts";

const longestWait = 20_000;

const live = await startLive();
const token = await live.token();
afterAll(() => live.stop());

/** Listens to doctors; collects the names that arrive, and how often the channel was opened or closed. */
async function listen(vsn: string, filter?: string) {
  const names: string[] = [];
  const statuses: string[] = [];
  const channel = (await live.client(token, { vsn })).channel(randomUUID());
  channel.on(
    "postgres_changes",
    { event: "UPDATE", schema: "public", table: "doctors", ...(filter && { filter }) },
    (change) => void names.push(change.new.name as string),
  );
  channel.subscribe((status) => void statuses.push(status));
  await until(() => statuses.includes("SUBSCRIBED"), longestWait);
  return { names, statuses };
}

/** Announces changed doctors as the database does, all at the same moment. */
function tell(names: string[]): void {
  for (const name of names) {
    live.realtime.hub.hearChanges({
      type: "UPDATE",
      schema: "public",
      table: "doctors",
      at: "2025-01-05T10:30:00.000Z",
      rows: [{ new: { id: randomUUID(), name }, old: { id: randomUUID() } }],
    });
  }
}

const numbered = (count: number) => Array.from({ length: count }, (_, at) => `Dr. ${at}`);

test("many changes at once arrive completely and in order, in both versions, each only for its listeners", async () => {
  const [old, recent, one] = [
    await listen("1.0.0"),
    await listen("2.0.0"),
    await listen("2.0.0", "name=eq.Dr. 7"),
  ];
  tell(numbered(400));
  await until(() => old.names.length === 400 && recent.names.length === 400, longestWait);
  expect(old.names).toEqual(numbered(400));
  expect(recent.names).toEqual(numbered(400));
  expect(one.names).toEqual(["Dr. 7"]);
});

test("with more than can wait, listeners are asked to read again, and receive what comes after", async () => {
  const { names, statuses } = await listen("2.0.0");
  tell(numbered(501));
  await until(() => statuses.includes("CHANNEL_ERROR"), longestWait);
  await until(() => statuses.at(-1) === "SUBSCRIBED", longestWait);
  expect(names).toEqual([]);
  await sql`insert into doctors (id, name, creation_digest) values (gen_random_uuid(), 'Dr. After', 'x')`.execute(
    live.database.db,
  );
  await sql`update doctors set hospital = 'KEM'`.execute(live.database.db);
  await until(() => names.length > 0, longestWait);
  expect(names).toEqual(["Dr. After"]);
});

test("a client that has left or lost its access while changes wait hears none of them", async () => {
  const { names } = await listen("2.0.0");
  tell(["Dr. Secret"]);
  for (const connection of live.realtime.hub.connections) {
    for (const channel of [...connection.channels.values()]) live.realtime.hub.leave(channel);
  }
  const other = await listen("2.0.0");
  tell(["Dr. Open"]);
  await until(() => other.names.length > 0, longestWait);
  expect([names, other.names]).toEqual([[], ["Dr. Open"]]);
});

test("a client that does not read is disconnected, others are not", async () => {
  const { names, statuses } = await listen("2.0.0");
  const deaf = new WebSocket(`${live.url}/realtime/v1/websocket?apikey=public&vsn=2.0.0`);
  const joined = new Promise<void>((resolve) => {
    deaf.on("message", (data) => String(data).includes("Subscribed to PostgreSQL") && resolve());
  });
  await new Promise((resolve) => deaf.once("open", resolve));
  const config = { postgres_changes: [{ event: "*", schema: "public", table: "doctors" }] };
  deaf.send(JSON.stringify(["1", "1", "realtime:deaf", "phx_join", { config, access_token: token }]));
  await joined;
  const before = live.realtime.hub.connections.size;
  deaf.pause();
  const long = "x".repeat(200_000);
  let sent = 0;
  while (live.realtime.hub.connections.size === before && sent < 300) {
    tell([`${sent++}${long}`]);
    await until(() => names.length === sent, longestWait);
  }
  expect(live.realtime.hub.connections.size).toBe(before - 1);
  expect(statuses).toEqual(["SUBSCRIBED"]);
  deaf.terminate();
});

test("a change of any length is read as it was written", async () => {
  const { names } = await listen("2.0.0");
  // Beyond 65,535 bytes a frame encodes its length in another way.
  const long = Array.from({ length: 120 }, (_, at) => `₹${"x".repeat(at * 10 + 64_400)}`);
  const all = ["", "é", ...long];
  tell(all);
  await until(() => names.length === all.length, longestWait);
  expect(names).toEqual(all);
});
