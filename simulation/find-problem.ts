import { parentPort, workerData } from "node:worker_threads";
import { simulate } from "./simulate.ts";

// Tries one seed after another until something is wrong. A promise that nobody looks after is a problem too.
const { from, seeds } = workerData as { from: number; seeds: number };
let seed = from;
process.on("unhandledRejection", (reason) => tell(`a promise was rejected: ${reason}`));

function tell(problem: string | undefined) {
  parentPort?.postMessage({ seed, ended: true, problem });
  process.exit(0);
}

async function findProblem() {
  for (; seed < from + seeds; seed++) {
    const { problem } = await simulate(seed);
    if (problem) return problem;
    // Whoever listens hears that this world has ended.
    parentPort?.postMessage({ seed, ended: false });
  }
  return undefined;
}

findProblem().then(tell, (error: Error) => tell(error.message));
