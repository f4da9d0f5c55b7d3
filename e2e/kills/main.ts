import { parseArgs } from "node:util";
import { startTestServer } from "@rounds/testkit/template.ts";
import { buildWhatIsNotBuilt } from "../../scripts/build.ts";
import { findChromium } from "../../scripts/chromium.ts";
import { runLane, type Tally } from "./lane.ts";

const usage = `Usage: npm run trial:offline -- [--kills 100] [--seed 1] [--lanes 2] [--quick]
  --kills  how many trials are run, each with one kill
  --seed   decides what the people do, and what goes wrong
  --lanes  how many people work at once, each with a browser, a server and a database
  --quick  2 kills, unless --kills says otherwise
A person adds, changes and deletes doctors and visits in Chromium (CHROMIUM_PATH, else one that is found) over a bad
connection. A moment after a click on Save the browser is killed, or its pages only, or the server. Then
everything starts again, and once nothing waits on the phone the database is compared with what the person did. Ends with
code 1 if something that the person was told is saved is lost, doubled, wrong or not sent.`;

type Asked = { kills: number; seed: number; lanes: number };

function say(text: string) {
  process.stdout.write(`${text}\n`);
}

function readAsked(): Asked {
  const option = (value: string) => ({ type: "string", default: value }) as const;
  const { values } = parseArgs({
    options: {
      kills: { type: "string" },
      ...{ seed: option("1"), lanes: option("2") },
      quick: { type: "boolean", default: false },
    },
  });
  const [kills, seed, lanes] = [
    Number(values.kills ?? (values.quick ? "2" : "100")),
    Number(values.seed),
    Number(values.lanes),
  ];
  const isBetween = (value: number, most: number) => Number.isInteger(value) && value >= 1 && value <= most;
  if (!isBetween(kills, 1_000_000) || !isBetween(seed, 2 ** 31) || !isBetween(lanes, 9))
    throw new Error("--kills, --seed and --lanes take whole numbers from 1 on, --lanes up to 9.");
  return { kills, seed, lanes };
}

async function run({ kills, seed, lanes }: Asked): Promise<boolean> {
  process.env.CHROMIUM_PATH = await findChromium();
  await buildWhatIsNotBuilt();
  const { server, stop } = await startTestServer();
  const tally: Tally = {
    ...{ trials: 0, kills: { browser: 0, renderer: 0, server: 0 }, clicked: 0, saved: 0, waiting: 0 },
    ...{ connections: new Map(), problems: [] },
  };
  const began = performance.now();
  let given = 0;
  let reported = 0;
  const next = () => {
    for (; reported < tally.problems.length; reported++) {
      const { trial, kind, what } = tally.problems[reported] ?? {};
      say(`${kind}: ${what}, in trial ${trial}`);
    }
    if (given > 0 && given % 25 === 0) say(summary(tally, began));
    return given < kills ? ++given : undefined;
  };
  try {
    const ends = await Promise.allSettled(
      Array.from({ length: Math.min(lanes, kills) }, (_, lane) =>
        runLane(server, String(lane + 1), seed * 1_000 + lane, tally, next),
      ),
    );
    for (const end of ends) if (end.status === "rejected") throw end.reason;
  } finally {
    await stop();
    next();
  }
  const byConnection = [...tally.connections].map(([name, number]) => `${name} ${number}`).join(", ");
  say(`\nconnections: ${byConnection}`);
  say(summary(tally, began));
  return tally.problems.length === 0 && tally.trials === kills;
}

function summary({ trials, kills, clicked, saved, waiting, problems }: Tally, began: number): string {
  const count = (...kinds: string[]) => problems.filter(({ kind }) => kinds.includes(kind)).length;
  const seconds = (performance.now() - began) / 1000;
  return (
    `${trials} trials in ${seconds.toFixed(0)} s (${(seconds / Math.max(1, trials)).toFixed(1)} s each); ` +
    `killed: browser ${kills.browser}, its pages ${kills.renderer}, server ${kills.server}; ${clicked} clicked, ` +
    `${saved} reported as saved before the kill, ${waiting} waiting after it; ${count("lost")} lost, ` +
    `${count("doubled")} doubled, ${count("stuck")} stuck, ${count("came back", "wrong")} wrong, ` +
    `${count("not saved")} not saved`
  );
}

if (process.argv.includes("--help")) say(usage);
else {
  let asked: Asked | undefined;
  try {
    asked = readAsked();
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n${usage}\n`);
    process.exitCode = 2;
  }
  if (asked && !(await run(asked))) process.exitCode = 1;
}
