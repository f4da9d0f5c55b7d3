import { parseArgs } from "node:util";
import { dayOf } from "@rounds/domain/calendar/calendar.ts";
import { systemClock } from "@rounds/http/clock.ts";
import { runWith, say } from "./kit/command.ts";
import { fill, sizeOf } from "./kit/data.ts";
import { unlessQuick } from "./kit/quick.ts";
import { startServerProcess } from "./kit/server-process.ts";
import { count, ms, table, times } from "./kit/table.ts";
import { wholeNumber } from "./kit/whole-numbers.ts";
import { withPlace, zone } from "./kit/with-place.ts";
import { type Capture, type Statement, startCapture } from "./load/capture.ts";
import { type Crowd, gatherCrowd, listening, people } from "./load/crowd.ts";
import { type Floor, startFloor } from "./load/floor-process.ts";
import { askers } from "./load/lists.ts";
import { type Load, loadOf, type Machine, together } from "./load/load.ts";
import { measureLoads } from "./load/recording.ts";
import { loadsTable } from "./load/report.ts";
import { listRequests, type Request } from "./load/requests.ts";

const usage = `Usage: npm run bench:floor -- [--visits 1000000] [--rounds 4] [--only "visits, all;visits, month"]
The product against its floor: a bare node:http handler that sends the product's own statements and nothing else; then recording visits
against plain inserts of their rows. Both answer the same
request in turns, on the same database, each in a process of its own. The product runs as shipped, with live changes and its request log;
200 people work there in turn. Needs no database: see "npm run bench -- --help" for BENCH_DATABASE_URL.`;

/** What is compared unless somebody asks for others: the lists and the dashboard as they open. */
const usual = ["doctors", "products", "visits, all", "visits, month", "dashboard, this month", "recording"];
const roundMs = unlessQuick(1500, 150);

type Options = { visits: number; rounds: number; only: readonly string[] };

function readOptions(args: string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      visits: { type: "string", default: unlessQuick("1000000", "1000") },
      rounds: { type: "string", default: unlessQuick("4", "1") },
      only: { type: "string", default: "" },
    },
  });
  return {
    visits: wholeNumber("visits", values.visits, { least: 1000 }),
    rounds: wholeNumber("rounds", values.rounds, {}),
    only: values.only === "" ? usual : values.only.split(";"),
  };
}

async function run({ visits, rounds, only }: Options): Promise<void> {
  await withPlace(async (place) => {
    const settings = await place.database(`rounds_bench_${visits}`);
    const capture = await startCapture(settings);
    const today = dayOf(systemClock(), zone);
    await fill(settings, sizeOf(visits), today, (text) => say(`  ${text}`));
    const requests = (await listRequests(capture.db, today)).filter((request) => only.includes(request.name));
    const answers = await statementsOf(capture, requests);
    const server = await startServerProcess(settings);
    const floor = await startFloor(settings, answers);
    const crowd = await gatherCrowd(server.port);
    say(`${count(visits)} visits; ${people} people work in turn, ${listening} of them hear of every change.`);
    const postmaster = await place.postmaster();
    const rows: string[][] = [];
    for (const request of requests) {
      const compared = await compare({ server, postmaster }, crowd, floor, request, rounds);
      rows.push(rowOf(request.name, compared, answers[request.path]?.length ?? 0));
    }
    if (rows.length > 0) say(`\n${table(headings, rows)}\n`);
    const machine = { server, postmaster };
    if (only.includes("recording"))
      say(loadsTable(await measureLoads({ machine, crowd, capture, settings, today })));
    say(`\nMost memory of the server: ${ms((await server.memory())?.most ?? Number.NaN)} MB`);
    crowd.close();
    await capture.close();
    await floor.stop();
    await server.stop();
  });
}

async function statementsOf(capture: Capture, requests: readonly Request[]) {
  const answers: Record<string, readonly Statement[]> = {};
  for (const { path } of requests) answers[path] = await capture.listen(() => capture.send("GET", path));
  return answers;
}

type Side = { alone: Load; crowd: Load };

/** Both sides in turns, by one client and by many; each side's rounds are combined. */
async function compare(
  machine: Machine,
  crowd: Crowd,
  floor: Floor,
  { path }: Request,
  rounds: number,
): Promise<{ product: Side; floor: Side }> {
  const sides = [
    { machine, work: () => crowd.send("GET", path), alone: [] as Load[], crowd: [] as Load[] },
    {
      machine: { ...machine, server: floor },
      work: () => floor.send(path),
      alone: [] as Load[],
      crowd: [] as Load[],
    },
  ] as const;
  for (const { machine, work } of sides) await loadOf(machine, askers, roundMs, work);
  for (let round = 0; round < rounds; round++) {
    for (const side of sides) side.alone.push(await loadOf(side.machine, 1, roundMs, side.work));
    for (const side of sides) side.crowd.push(await loadOf(side.machine, askers, roundMs, side.work));
  }
  const sum = (side: (typeof sides)[number]): Side => ({
    alone: together(side.alone),
    crowd: together(side.crowd),
  });
  return { product: sum(sides[0]), floor: sum(sides[1]) };
}

const headings = [
  "product / floor",
  "statements",
  "median ms, 1",
  `a second, ${askers}`,
  "share",
  "server ms",
  "times",
  "database ms",
  "times",
];

function rowOf(
  name: string,
  { product, floor }: { product: Side; floor: Side },
  statements: number,
): string[] {
  const both = (one: number, other: number) => `${ms(one)} / ${ms(other)}`;
  const cost = (part: "server" | "database") => {
    const [one, other] = [product.crowd.cost[part] ?? Number.NaN, floor.crowd.cost[part] ?? Number.NaN];
    return [both(one, other), times(one / other)];
  };
  const [here, there] = [product.crowd.perSecond, floor.crowd.perSecond];
  return [
    name,
    `${statements}`,
    both(product.alone.timing.median, floor.alone.timing.median),
    `${count(Math.round(here))} / ${count(Math.round(there))}`,
    (here / there).toFixed(2),
    ...cost("server"),
    ...cost("database"),
  ];
}

await runWith(readOptions, usage, run);
