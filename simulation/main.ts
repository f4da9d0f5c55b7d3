import { spawn } from "node:child_process";
import { once } from "node:events";
import { parseArgs } from "node:util";
import { simulate } from "./simulate.ts";

const usage = `Usage: npm run simulate -- [--seeds 1000] [--from 1] [--lanes 1] [--lines 60] [--quick]
  --seeds, --from  which worlds are tried: as many, from that one on
  --lanes          how many processes share them
  --lines          how much is shown of the trace of a world in which something is wrong
  --quick          100 worlds, unless --seeds says otherwise
Tells every 10,000 seeds how far it is. Ends with code 1 at the first world in which something is wrong.`;

/** After so many seeds it is told how far it is. */
const told = 10_000;
const maxLanes = 64;

/** Tries these seeds one after another in this process; false at the first one in which something is wrong. */
async function tryHere(from: number, count: number, lines: number): Promise<boolean> {
  for (let seed = from; seed < from + count; seed++) {
    const { problem, trace } = await simulate(seed);
    if (problem !== undefined) {
      process.stdout.write(`${trace.slice(-lines).join("\n")}\n\nSeed ${seed}: ${problem}\n`);
      return false;
    }
    const done = seed - from + 1;
    if (done % told === 0 && done < count) process.stdout.write(`${done} of ${count} seeds from ${from}\n`);
  }
  return true;
}

/** Shares the seeds among processes; when one has found something, the others stop. */
async function tryInLanes(from: number, count: number, lines: number, lanes: number): Promise<boolean> {
  const share = Math.ceil(count / lanes);
  const processes = Array.from({ length: Math.ceil(count / share) }, (_, lane) => {
    const first = lane * share;
    const own = ["--from", from + first, "--seeds", Math.min(share, count - first), "--lines", lines].map(
      String,
    );
    return spawn(process.execPath, [...process.execArgv, ...process.argv.slice(1, 2), ...own], {
      stdio: "inherit",
    });
  });
  const ends = processes.map(async (process) => {
    const [code] = await once(process, "exit");
    if (code !== 0) for (const other of processes) other.kill();
    return code === 0;
  });
  return (await Promise.all(ends)).every(Boolean);
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
const isWell = lanes === 1 ? await tryHere(from, count, lines) : await tryInLanes(from, count, lines, lanes);
if (!isWell) process.exit(1);
const seconds = ((performance.now() - began) / 1000).toFixed(1);
process.stdout.write(`${count} seeds from ${from} without a problem, in ${seconds} s.\n`);
