import type { ConnectionSettings } from "@rounds/database/connect.ts";
import { type Day, dayOf } from "@rounds/domain/calendar/calendar.ts";
import { systemClock } from "@rounds/http/clock.ts";
import { runWith, say } from "./kit/command.ts";
import { fill, sizeOf } from "./kit/data.ts";
import { measure } from "./kit/measure.ts";
import type { Place } from "./kit/place.ts";
import { startServerProcess } from "./kit/server-process.ts";
import { count } from "./kit/table.ts";
import { withPlace, zone } from "./kit/with-place.ts";
import { type Capture, startCapture } from "./load/capture.ts";
import { gatherCrowd, listening, people } from "./load/crowd.ts";
import { explainStatements } from "./load/explain.ts";
import { exportMany, type Memory, measureList } from "./load/lists.ts";
import { type Options, readOptions, usage } from "./load/options.ts";
import { measureRecording } from "./load/recording.ts";
import { openReplay } from "./load/replay.ts";
import { listLine, type Measured, memoryLine, recordingLines, sizeHeading } from "./load/report.ts";
import { giveDoctors } from "./load/representatives.ts";
import { listRequests } from "./load/requests.ts";
import { growthTable, judge, type SizeResult } from "./load/verdict.ts";

/** Fills, measures and reports one size after another, then how the times grow; fails if an aim is missed. */
async function run(options: Options): Promise<void> {
  await withPlace((place) => measureSizes(place, options));
}

async function measureSizes(place: Place, options: Options): Promise<void> {
  const today = dayOf(systemClock(), zone);
  say(`The database is ${place.description}; today is ${today}.`);
  const results: SizeResult[] = [];
  for (const visits of options.sizes) {
    const name = `rounds_bench_${visits}`;
    const settings = await place.database(name);
    const capture = await prepare(settings, visits, today);
    try {
      if (options.explain) await explainLists(capture, settings, options, today);
      else results.push(await measureSize(place, capture, settings, { ...options, visits, today }));
    } finally {
      await capture.close();
    }
    await place.discard(name);
  }
  if (options.explain) return;
  if (results.length > 1) say(`\n${growthTable(results)}`);
  const { text, reached } = judge(results);
  say(`\n${text}`);
  if (!reached) process.exitCode = 1;
}

async function prepare(settings: ConnectionSettings, visits: number, today: Day): Promise<Capture> {
  const size = sizeOf(visits);
  say(`\n${count(visits)} visits, ${count(size.doctors)} doctors, ${count(size.products)} products`);
  // Starting the product creates the schema, which the filling needs.
  const capture = await startCapture(settings);
  await fill(settings, size, today, (text) => say(`  ${text}`));
  return capture;
}

async function measureSize(
  place: Place,
  capture: Capture,
  settings: ConnectionSettings,
  { visits, today, only }: { visits: number; today: Day; only: string },
): Promise<SizeResult> {
  const replay = await openReplay(settings);
  const server = await startServerProcess(settings);
  try {
    const machine = { server, postmaster: await place.postmaster() };
    const mostMemory = async () => (await server.memory())?.most ?? Number.NaN;
    const crowd = await gatherCrowd(server.port);
    say(`  ${people} people work in turn, ${listening} of them hear of every change`);
    // The person whose statements are replayed has as many as the others.
    await giveDoctors(capture.db, people + 1);
    const memory: Memory = { started: await mostMemory(), requested: 0, exported: 0 };
    const lists: Measured[] = [];
    say(`\n${sizeHeading}`);
    for (const request of await chosenRequests(capture, only, today)) {
      const statements = await capture.listen(() => capture.send("GET", request.path));
      const times = await measureList(machine, crowd, request);
      const bare = await measure(() => replay.run(statements));
      const measured = { name: request.name, ...times, bare, statements: statements.length };
      lists.push(measured);
      say(listLine(measured));
    }
    if (only !== "") return { visits, lists };
    memory.requested = await mostMemory();
    await exportMany(crowd);
    memory.exported = await mostMemory();
    say(memoryLine(memory));
    // Last, because it adds rows.
    const recording = await measureRecording({ machine, crowd, capture, replay, settings, today });
    say(recordingLines(recording));
    crowd.close();
    return { visits, lists, recording };
  } finally {
    await server.stop();
    await replay.close();
  }
}

async function explainLists(capture: Capture, settings: ConnectionSettings, { only }: Options, today: Day) {
  for (const { name, path } of await chosenRequests(capture, only, today)) {
    const statements = await capture.listen(() => capture.send("GET", path));
    const { reads, plans } = await explainStatements(settings, statements);
    const found = reads.map(({ what, rows }) => `${what} (${count(rows)} rows)`);
    say(`${name}: ${found.length === 0 ? "no large table read as a whole" : `reads ${found.join(", ")}`}`);
    // With few requests chosen, somebody wants to see why.
    if (only !== "") say(statements.map(({ sql }, index) => `\n${sql}\n${plans[index]}\n`).join(""));
  }
}

async function chosenRequests({ db }: Capture, only: string, today: Day) {
  const chosen = (await listRequests(db, today)).filter(({ name }) => name.includes(only));
  if (chosen.length === 0) throw new Error(`No request's name holds "${only}".`);
  return chosen;
}

await runWith(readOptions, usage, run);
