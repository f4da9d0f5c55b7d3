import { parentPort, workerData } from "node:worker_threads";
import { simulate } from "./simulate.ts";

/** Which worlds a lane tries, and how much it shows of the trace of one in which something is wrong. */
export type Lane = { from: number; count: number; lines: number };

/** After so many seeds it reports how far it is. */
const reportEvery = 10_000;

/** Tries these seeds one after another; false at the first one in which something is wrong. */
async function trySeeds({ from, count, lines }: Lane, tell: (text: string) => void): Promise<boolean> {
  for (let seed = from; seed < from + count; seed++) {
    const { problem, trace } = await simulate(seed);
    if (problem !== undefined) {
      tell(`${trace.slice(-lines).join("\n")}\n\nSeed ${seed}: ${problem}\n`);
      return false;
    }
    const done = seed - from + 1;
    if (done % reportEvery === 0 && done < count) tell(`${done} of ${count} seeds from ${from}\n`);
  }
  return true;
}

trySeeds(workerData as Lane, (text) => parentPort?.postMessage(text)).then((isWell) =>
  parentPort?.postMessage(isWell),
);
