import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { connect } from "@rounds/database/connect.ts";
import { type Day, dayOf } from "@rounds/domain/calendar/calendar.ts";
import { systemClock } from "@rounds/http/clock.ts";
import { runWith, say } from "./kit/command.ts";
import { fill } from "./kit/data.ts";
import { timeOf, timing } from "./kit/measure.ts";
import type { Place } from "./kit/place.ts";
import { isQuick, unlessQuick } from "./kit/quick.ts";
import { type ServerProcess, startServerProcess } from "./kit/server-process.ts";
import { wholeNumber } from "./kit/whole-numbers.ts";
import { withPlace, zone } from "./kit/with-place.ts";
import { gatherCrowd } from "./load/crowd.ts";
import { newId, newVisit, readChoices } from "./load/recording.ts";

const usage = `Usage: npm run bench:against -- --before FOLDER [--rounds 40]
Measures what recording a visit of three products costs in this version, beside another one: FOLDER is a clone of Rounds
at that version in which \`npm ci && npm run build\` ran. Both servers run all the time, each with its database of 10,000
visits on one embedded PostgreSQL (or with BENCH_DATABASE_URL on that server, where the databases stay), and are asked in
turn: a round is 100 visits one after another and 200 by 8 at once, from each server, and which is first changes.
Ends with code 1 if recording takes more than 1.03 times as long.`;

const size = unlessQuick(
  { visits: 10_000, doctors: 400, products: 200 },
  { visits: 500, doctors: 50, products: 50 },
);
const most = 1.03;
const visitsAlone = unlessQuick(100, 8);
const visitsTogether = unlessQuick(200, 16);
const together = 8;

/** With `--quick`, this version is compared with itself. */
const root = fileURLToPath(new URL("..", import.meta.url));

type Asked = { before: string; rounds: number };
type Side = Awaited<ReturnType<typeof open>>;

/** A version at work: its server, database and people. `withKey` as its pages send a new visit. */
async function open(place: Place, name: string, today: Day, choices: { version?: string; withKey: boolean }) {
  const settings = await place.database(`rounds_against_${name}`);
  const server: ServerProcess = await startServerProcess(settings, choices);
  await fill(settings, size, today, () => {});
  const connection = connect(settings, () => {});
  const crowd = await gatherCrowd(server.port);
  const made = await readChoices(connection);
  const record = () =>
    crowd.send("POST", "/api/visits", newVisit(made, today), choices.withKey ? newId() : undefined);
  return {
    record,
    alone: [] as number[],
    together: [] as number[],
    async close() {
      crowd.close();
      await connection.close();
      await server.stop();
    },
  };
}

async function measureRound(side: Side): Promise<void> {
  const times: number[] = [];
  while (times.length < visitsAlone) times.push(await timeOf(side.record));
  side.alone.push(timing(times).median);
  const share = async () => {
    for (let visit = 0; visit < visitsTogether / together; visit++) await side.record();
  };
  side.together.push(await timeOf(() => Promise.all(Array.from({ length: together }, share))));
}

/** The middle one of the rounds' ratios: a disturbance of the machine spoils its own round only. */
function ratioOf(now: readonly number[], before: readonly number[]): number {
  return timing(now.map((time, round) => time / (before[round] ?? Number.NaN))).median;
}

async function run({ before, rounds }: Asked): Promise<void> {
  const today = dayOf(systemClock(), zone);
  const sides: Side[] = [];
  await withPlace(async (place) => {
    try {
      const old = await open(place, "before", today, { version: before, withKey: false });
      sides.push(old);
      const now = await open(place, "now", today, { withKey: true });
      sides.push(now);
      // Both are warm after the first round, which doesn't count.
      for (let round = 0; round <= rounds; round++) {
        for (const side of round % 2 ? [old, now] : [now, old]) {
          await measureRound(side);
          if (round === 0) side.alone.length = side.together.length = 0;
        }
      }
      const [alone, many] = [ratioOf(now.alone, old.alone), ratioOf(now.together, old.together)];
      say(
        `one after another: ${timing(now.alone).median.toFixed(2)} ms, ${alone.toFixed(3)} times as before`,
      );
      say(`${together} at once: ${many.toFixed(3)} times as before`);
      if (Math.max(alone, many) > most) process.exitCode = 1;
    } finally {
      for (const side of sides) await side.close();
    }
  });
}

function readOptions(args: string[]): Asked {
  const { values } = parseArgs({
    args,
    options: {
      before: { type: "string", ...(isQuick && { default: root }) },
      rounds: { type: "string", default: unlessQuick("40", "1") },
    },
  });
  if (!values.before) throw new Error("--before takes the folder of the version before.");
  return { before: resolve(values.before), rounds: wholeNumber("rounds", values.rounds, { most: 1000 }) };
}

await runWith(readOptions, usage, run);
