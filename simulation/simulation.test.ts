import { readFileSync } from "node:fs";
import { casesOf } from "@rounds/testkit/cases.ts";
import { expect, test } from "vitest";
import { mutants } from "./mutants.ts";
import { simulate } from "./simulate.ts";

/** Other seeds than these are tried with `npm run simulate -- --seeds 100000 --from 5000`. */
const seeds = casesOf(300, 5_000);

test(`in ${seeds} worlds nothing is lost, doubled or stuck`, { timeout: 1_200_000 }, async () => {
  for (let seed = 1; seed <= seeds; seed++) {
    const { problem, trace } = await simulate(seed);
    if (problem) expect.fail(`seed ${seed}: ${problem}\n${trace.slice(-40).join("\n")}`);
  }
});

test("the same seed gives the same world", async () => {
  for (let seed = 1; seed <= 20; seed++) {
    const first = await simulate(seed);
    const second = await simulate(seed);
    expect(second.trace).toEqual(first.trace);
  }
});

// `npm run simulate:mutants` runs them.
test.each(mutants)("the line to break stands once: $name", ({ file, find }) => {
  const text = readFileSync(new URL(`../web/src/offline/engine/${file}`, import.meta.url), "utf8");
  expect(text.split(find)).toHaveLength(2);
});
