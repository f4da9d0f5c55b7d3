import type { Day } from "@rounds/domain/calendar/calendar.ts";
import { type Choices, readChoices } from "./kit/choices.ts";
import { type Client, signUpAt } from "./kit/client.ts";
import { runWith, say } from "./kit/command.ts";
import { sizeOf } from "./kit/data.ts";
import { timeOf, timing } from "./kit/measure.ts";
import { processorSeconds } from "./kit/processors.ts";
import { wholeNumbers } from "./kit/whole-numbers.ts";
import { withServer } from "./kit/with-place.ts";
import { writtenSince } from "./load/write-ahead-log.ts";

const usage = `Usage: npm run bench:day -- [--people 100] [--at-once 16] [--seconds 30] [--visits 100000]
  --people   representatives who are signed in
  --at-once  how many of them have a request under way at any moment
  --seconds  how long they work
  --visits   visits that are in the database before
Starts the built server in a process of its own, at 127.0.0.1, on an embedded database in a temporary folder. Each
representative does what surrounds a visit, without a pause: looks at the lists, finds doctor and products, records, looks
at the result and at the dashboard.`;

type Asked = Record<"people" | "at-once" | "seconds" | "visits", number>;
type Times = Map<string, number[]>;

async function run({ people, "at-once": atOnce, seconds, visits }: Asked): Promise<void> {
  const wanted = { name: "rounds_day", url: "", size: sizeOf(visits) };
  await withServer(wanted, async ({ server, settings, today }) => {
    const clients: Client[] = [];
    for (let number = 0; number < people; number++) {
      clients.push(await signUpAt(server.port, `203.0.${number >> 8}.${number & 255}`));
    }
    const choices = await readChoices(settings);
    const idle = await server.memory();
    const before = (await processorSeconds(server.pid)) ?? 0;
    const written = await writtenSince(settings, "0/0");
    const times: Times = new Map();
    const start = performance.now();
    const end = start + seconds * 1000;
    const waiting = [...clients];
    let rounds = 0;
    await Promise.all(
      Array.from({ length: Math.min(atOnce, people) }, async () => {
        while (performance.now() < end) {
          // The person who has waited longest, so that all work equally.
          const client = waiting.shift() as Client;
          await aroundOneVisit(client, choices, today, times);
          waiting.push(client);
          rounds++;
        }
      }),
    );
    const took = (performance.now() - start) / 1000;
    const busy = await server.memory();
    const used = ((await processorSeconds(server.pid)) ?? 0) - before;
    const wal = (await writtenSince(settings, written.position)).bytes;
    const requests = [...times.values()].reduce((sum, list) => sum + list.length, 0);
    for (const [name, list] of times) {
      const { median, p95, runs } = timing(list);
      say(`${name.padEnd(34)} median ${median.toFixed(1)} ms, p95 ${p95.toFixed(1)} (${runs} times)`);
    }
    say(`requests a second    ${(requests / took).toFixed(0)}`);
    say(
      `visits a second      ${(rounds / took).toFixed(1)}, each with ${(requests / rounds).toFixed(0)} requests`,
    );
    say(
      `the server's process ${((used / took) * 100).toFixed(0)} % of a core, ${((used / requests) * 1000).toFixed(2)} ms a request`,
    );
    say(`write-ahead log      ${(wal / rounds / 1024).toFixed(1)} kB a visit, full pages included`);
    say(`memory               ${idle?.now.toFixed(0)} MB before, ${busy?.most.toFixed(0)} MB at most`);
    for (const client of clients) client.close();
  });
}

/** The requests of a representative's pages around one visit, in that order. */
async function aroundOneVisit(client: Client, choices: Choices, today: Day, times: Times): Promise<void> {
  const send = async (name: string, method: "GET" | "POST", path: string, body?: unknown) => {
    const list = times.get(name) ?? [];
    times.set(name, list);
    list.push(await timeOf(() => client.send(method, path, body)));
  };
  const products = pick(choices.products, 3);
  const [doctor] = pick(choices.doctors, 1);
  const month = `start_date=${today.slice(0, 8)}01&end_date=${today}`;
  await send("visits of this month", "GET", `/api/visits?${month}`);
  await send("doctors, searched", "GET", "/api/doctors?search=sharma");
  await send("doctor's visits", "GET", `/api/doctors/${doctor?.id}/visits`);
  await send("doctor picker", "GET", "/api/doctors/choices?search=sh");
  await send("product picker", "GET", "/api/products/choices");
  for (const { id } of products) await send("stock of a product", "GET", `/api/products/${id}/availability`);
  await send("record a visit", "POST", "/api/visits", {
    id: crypto.randomUUID(),
    doctor_id: doctor?.id,
    visit_date: today,
    status: "completed",
    notes: "Repeat order",
    items: products.map(({ id, price }) => ({
      id: crypto.randomUUID(),
      product_id: id,
      quantity: 1,
      unit_price: price,
    })),
  });
  await send("visits of this month", "GET", `/api/visits?${month}`);
  await send("dashboard", "GET", "/api/dashboard");
}

function pick<Item>(all: readonly Item[], count: number): Item[] {
  const first = Math.floor(Math.random() * all.length);
  return Array.from({ length: count }, (_, index) => all[(first + index) % all.length] as Item);
}

await runWith(
  (args) =>
    wholeNumbers(args, {
      people: { usual: 100, quick: 4 },
      "at-once": { usual: 16, quick: 2 },
      seconds: { usual: 30, quick: 1 },
      visits: { usual: 100_000, quick: 1000, least: 1000 },
    }),
  usage,
  run,
);
