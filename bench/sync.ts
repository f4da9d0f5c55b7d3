import type { PackedAnswer } from "@rounds/domain/sync/sync.ts";
import pg from "pg";
import { type Client, signUpAt } from "./kit/client.ts";
import { runWith, say } from "./kit/command.ts";
import { measure } from "./kit/measure.ts";
import { withServer } from "./kit/with-place.ts";

const usage = `Usage: npm run bench:sync
Measures what a phone asks of the server: the first sync, one with 50 changed rows, and one with nothing new, in bytes as
compressed for a browser and in milliseconds until the last byte (median). Ends with code 1 if a limit is missed.
The business has 400 doctors, 200 products, and 1,000 visits of the person within three months with 1,468 sales.
On an embedded database in a temporary folder, or with BENCH_DATABASE_URL on that server, where the database stays.`;

const size = { visits: 1000, doctors: 400, products: 200 };
/** As many sales for each visit as in the demo. */
const sales = 1468;
/** A slow mobile connection. */
const bitsPerSecond = 1_600_000;

/** What may not be exceeded. */
const limits = {
  first: { bytes: 120_000, milliseconds: Number.POSITIVE_INFINITY },
  changed: { bytes: 8_000, milliseconds: Number.POSITIVE_INFINITY },
  nothing: { bytes: 1_000, milliseconds: 10 },
};
const longestFirst = 5000;

/** Gives all visits to the person who asks, spread over the last three months, with their sales. */
async function giveVisits(database: pg.Client, token: string): Promise<void> {
  const me = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()).sub;
  await database.query(
    `delete from sales where id in (select id from sales order by hashtext(id::text) offset ${sales})`,
  );
  await database.query(
    `update visits set created_by = $1, updated_by = $1,
       visit_date = current_date - abs(hashtext(id::text)) % 90
     where visit_date <= current_date`,
    [me],
  );
  await database.query("analyze");
}

type Case = { name: keyof typeof limits; cursor: string };

async function measureCase(client: Client, { name, cursor }: Case): Promise<boolean> {
  const path = `/api/sync?cursor=${cursor}&digest=1`;
  const { body } = await client.send("GET", path);
  const { median } = await measure(() => client.send("GET", path));
  const { bytes, milliseconds } = limits[name];
  const travelling = (body.length * 8 * 1000) / bitsPerSecond;
  const total = median + travelling;
  const isMet = body.length <= bytes && median <= milliseconds && (name !== "first" || total <= longestFirst);
  const verdict = isMet ? "" : "  MISSED";
  say(
    `${name.padEnd(8)} ${String(body.length).padStart(8)} ${median.toFixed(1).padStart(7)} ${(total / 1000).toFixed(2).padStart(8)}${verdict}`,
  );
  return isMet;
}

async function cursorNow(client: Client): Promise<string> {
  const { brotliDecompressSync } = await import("node:zlib");
  const { body, headers } = await client.send("GET", "/api/sync");
  const text = headers["content-encoding"] === "br" ? brotliDecompressSync(body) : body;
  return (JSON.parse(text.toString()) as PackedAnswer).cursor;
}

async function run(): Promise<void> {
  await withServer({ name: "rounds_sync", size }, async ({ server, settings }) => {
    const database = new pg.Client(settings);
    await database.connect();
    const client = await signUpAt(server.port);
    await giveVisits(database, client.token);
    const before = await cursorNow(client);
    await database.query(`
      update doctors set hospital = 'Lotus Hospital' where id in (select id from doctors limit 15);
      update products set price = price + 1 where id in (select id from products limit 5);
      update visits set notes = 'Asked for the price list', version = version + 1
        where id in (select id from visits where created_by is not null limit 30)`);
    const after = await cursorNow(client);
    say("          bytes  median  seconds at 1.6 Mbit/s");
    const met = [];
    met.push(await measureCase(client, { name: "first", cursor: "" }));
    met.push(await measureCase(client, { name: "changed", cursor: before }));
    met.push(await measureCase(client, { name: "nothing", cursor: after }));
    client.close();
    if (met.includes(false)) process.exitCode = 1;
    await database.end();
  });
}

function readNothing(args: string[]): undefined {
  if (args.length > 0) throw new Error("There are no options.");
}

await runWith(readNothing, usage, run);
