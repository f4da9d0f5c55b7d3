import { once } from "node:events";
import { parseArgs } from "node:util";
import { Worker } from "node:worker_threads";
import { bundle } from "./bundle.ts";
import type { Lane } from "./try-seeds.ts";

const usage = `Usage: npm run simulate -- [--seeds 1000] [--from 1] [--lanes 1] [--lines 60] [--quick]
  --seeds, --from  which worlds are tried: as many, from that one on
  --lanes          how many threads share them
  --lines          how much is shown of the trace of a world in which something is wrong
  --quick          100 worlds, unless --seeds says otherwise
Tells every 10,000 seeds how far it is. Ends with code 1 at the first world in which something is wrong.`;

const maxLanes = 64;
/** Room for what is new, in MB: a world is over before it is full, and what is over costs nothing to clear. */
const roomForNew = 64;

/** Tries seeds in a thread of its own; false if something is wrong. */
async function tryLane(script: string, lane: Lane): Promise<boolean> {
  const worker = new Worker(script, {
    eval: true,
    workerData: lane,
    resourceLimits: { maxYoungGenerationSizeMb: roomForNew },
  });
  let isWell = false;
  worker.on("message", (message: string | boolean) => {
    if (typeof message === "boolean") isWell = message;
    else process.stdout.write(message);
  });
  await once(worker, "exit");
  return isWell;
}

/** Shares the seeds among threads; when one has found something, the process ends. */
async function tryInLanes(from: number, count: number, lines: number, lanes: number): Promise<void> {
  // Without the loader's helper, which names every function that a closure makes.
  const script = await bundle("try-seeds.ts");
  const share = Math.ceil(count / lanes);
  const all = Array.from({ length: Math.ceil(count / share) }, async (_, lane) => {
    const first = lane * share;
    const isWell = await tryLane(script, {
      from: from + first,
      count: Math.min(share, count - first),
      lines,
    });
    if (!isWell) process.exit(1);
  });
  await Promise.all(all);
}

function readNumber(text: string, most: number): number {
  const number = Number(text);
  if (Number.isInteger(number) && number >= 1 && number <= most) return number;
  process.stderr.write(`${usage}\n`);
  process.exit(2);
}

const { values } = parseArgs({
  options: {
    seeds: { type: "string" },
    from: { type: "string", default: "1" },
    lanes: { type: "string", default: "1" },
    lines: { type: "string", default: "60" },
    quick: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});
if (values.help) {
  process.stdout.write(`${usage}\n`);
  process.exit(0);
}
const [count, from] = [
  readNumber(values.seeds ?? (values.quick ? "100" : "1000"), 1e9),
  readNumber(values.from, 1e9),
];
const [lanes, lines] = [readNumber(values.lanes, maxLanes), readNumber(values.lines, 1e6)];
const began = performance.now();
await tryInLanes(from, count, lines, lanes);
const seconds = ((performance.now() - began) / 1000).toFixed(1);
process.stdout.write(`${count} seeds from ${from} without a problem, in ${seconds} s.\n`);
