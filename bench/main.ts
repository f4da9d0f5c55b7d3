import { type Day, dayOf } from "@rounds/domain/calendar/calendar.ts";
import type { ConnectionSettings } from "../server/src/database/connect.ts";
import { systemClock } from "../server/src/http/clock.ts";
import { runWith, say } from "./command.ts";
import { fill, sizeOf } from "./data.ts";
import { explainStatements } from "./explain.ts";
import { measure } from "./measure.ts";
import { measureMemory } from "./memory.ts";
import { type Options, readOptions, usage } from "./options.ts";
import { openPlace, type Place } from "./place.ts";
import { type Product, startProduct } from "./product.ts";
import { measureRecording } from "./recording.ts";
import { openReplay } from "./replay.ts";
import {
  count,
  growthTable,
  listLine,
  type Measured,
  memoryLine,
  recordingLines,
  type SizeResult,
  sizeHeading,
  verdict,
} from "./report.ts";
import { listRequests } from "./requests.ts";

/** Fills, measures and reports one size after the other, then how the times grow. */
async function run(options: Options): Promise<void> {
  const opening = openPlace(process.env.BENCH_DATABASE_URL);
  let stopping: Promise<void> | undefined;
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    // The server of the temporary folder would live on.
    process.once(signal, () => {
      say(`${signal}: stopping …`);
      stopping ??= opening.then((place) => place.close()).finally(() => process.exit(130));
    });
  }
  try {
    const place = await opening;
    await measureSizes(place, options);
    await place.close();
  } catch (error) {
    // What was under way ends with the server; that is no failure.
    if (stopping) return await stopping;
    await opening.then((place) => place.close()).catch(() => {});
    throw error;
  }
}

async function measureSizes(place: Place, options: Options): Promise<void> {
  const today = dayOf(systemClock(), "Asia/Kolkata");
  say(`The database is ${place.description}; today is ${today}.`);
  const results: SizeResult[] = [];
  for (const visits of options.sizes) {
    const name = `rounds_bench_${visits}`;
    const settings = await place.database(name);
    const product = await prepare(settings, visits, today);
    try {
      if (options.explain) await explainLists(product, settings, options, today);
      else results.push(await measureSize(product, settings, { ...options, visits, today }));
    } finally {
      await product.close();
    }
    await place.discard(name);
  }
  if (results.length > 1) say(`\n${growthTable(results)}\n\n${verdict(results)}`);
}

async function prepare(settings: ConnectionSettings, visits: number, today: Day): Promise<Product> {
  const size = sizeOf(visits);
  say(`\n${count(visits)} visits, ${count(size.doctors)} doctors, ${count(size.products)} products`);
  // Starting the product brings the schema, which the filling needs.
  const product = await startProduct(settings);
  await fill(settings, size, today, (text) => say(`  ${text}`));
  return product;
}

async function measureSize(
  product: Product,
  settings: ConnectionSettings,
  { visits, today, only }: { visits: number; today: Day; only: string },
): Promise<SizeResult> {
  const replay = await openReplay(settings);
  try {
    const lists: Measured[] = [];
    say(`\n${sizeHeading}`);
    const requests = await chosenRequests(product, only, today);
    for (const { name, path } of requests) {
      const ask = () => product.send("GET", path);
      const statements = await product.listen(ask);
      const http = await measure(ask);
      const bare = await measure(() => replay.run(statements));
      const measured = { name, http, bare, statements: statements.length };
      lists.push(measured);
      say(listLine(measured));
    }
    const memory = only === "" ? await measureMemory(settings, requests) : undefined;
    if (memory) say(memoryLine(memory));
    // Last, because it adds rows.
    const recording = only === "" ? await measureRecording(product, replay, today) : undefined;
    if (recording) say(recordingLines(recording));
    return { visits, lists };
  } finally {
    await replay.close();
  }
}

async function explainLists(product: Product, settings: ConnectionSettings, { only }: Options, today: Day) {
  for (const { name, path } of await chosenRequests(product, only, today)) {
    const statements = await product.listen(() => product.send("GET", path));
    const { reads, plans } = await explainStatements(settings, statements);
    const found = reads.map(({ what, rows }) => `${what} (${count(rows)} rows)`);
    say(`${name}: ${found.length === 0 ? "no large table read as a whole" : `reads ${found.join(", ")}`}`);
    // A narrow choice is somebody who wants to see why.
    if (only !== "") say(statements.map(({ sql }, index) => `\n${sql}\n${plans[index]}\n`).join(""));
  }
}

async function chosenRequests(product: Product, only: string, today: Day) {
  return (await listRequests(product.db, today)).filter(({ name }) => name.includes(only));
}

await runWith(readOptions, usage, run);
