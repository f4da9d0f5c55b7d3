import { parentPort, workerData } from "node:worker_threads";
import { simulate } from "./simulate.ts";

// Tries one seed after another until something is wrong. A promise that nobody looks after is a problem too.
const { seeds } = workerData as { seeds: number };
let seed = 1;
process.on("unhandledRejection", (reason) => tell(`a promise was rejected: ${reason}`));

function tell(problem: string | undefined) {
  parentPort?.postMessage({ seed, ended: true, problem });
  process.exit(0);
}

async function findProblem() {
  for (; seed <= seeds; seed++) {
    const { problem } = await simulate(seed);
    if (problem) return problem;
    // Whoever listens hears that this world has ended.
    parentPort?.postMessage({ seed, ended: false });
  }
  return undefined;
}

findProblem().then(tell, (error: Error) => tell(error.message));
