import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { Worker } from "node:worker_threads";
import { bundle } from "./bundle.ts";
import { type Mutant, mutants } from "./mutants.ts";

const { values } = parseArgs({
  options: {
    seeds: { type: "string", default: "3000" },
    only: { type: "string", default: "" },
    // The first mutant only: to see that the command works.
    quick: { type: "boolean", default: false },
  },
});
const seeds = Number(values.seeds);
/** A world that takes longer, in milliseconds, is an endless loop: a problem as well. */
const longestWorld = 60_000;
const engine = fileURLToPath(new URL("../web/src/offline/engine/", import.meta.url));

/** The simulation over an engine with one broken line. */
async function withMutant({ file, find, replace }: Mutant): Promise<string> {
  const path = engine + file;
  const text = await readFile(path, "utf8");
  return await bundle("find-problem.ts", [
    {
      name: "mutant",
      setup(setup) {
        setup.onLoad({ filter: /\.ts$/ }, ({ path: loaded }) =>
          loaded === path ? { contents: text.replace(find, () => replace), loader: "ts" } : undefined,
        );
      },
    },
  ]);
}

/** What the simulation finds; undefined if all seeds go well. */
async function findProblem(mutant: Mutant): Promise<string | undefined> {
  const worker = new Worker(await withMutant(mutant), {
    eval: true,
    workerData: { seeds },
  });
  return await new Promise((resolve) => {
    const endless = () => end("it does not end");
    let stop = setTimeout(endless, longestWorld);
    const end = (problem: string | undefined) => {
      clearTimeout(stop);
      void worker.terminate();
      resolve(problem);
    };
    worker.on("message", ({ seed, ended, problem }) => {
      if (ended) return end(problem && `seed ${seed}: ${problem}`);
      clearTimeout(stop);
      stop = setTimeout(endless, longestWorld);
    });
    worker.on("error", (error) => end(error.message));
  });
}

let missed = 0;
const named = mutants.filter(({ name }) => name.includes(values.only));
const tried = values.quick ? named.slice(0, 1) : named;
for (const mutant of tried) {
  const problem = await findProblem(mutant);
  if (problem === undefined) missed++;
  process.stdout.write(
    `${problem ? "caught" : "MISSED"}  ${mutant.name}\n        ${problem?.slice(0, 150) ?? ""}\n`,
  );
}
process.stdout.write(`\n${missed} of ${tried.length} were missed.\n`);
process.exit(missed === 0 ? 0 : 1);
