import { parseArgs } from "node:util";
import { unlessQuick } from "../kit/quick.ts";

/** The options on the command line. */
export type Options = {
  /** How many visits each run has, smallest first. */
  sizes: number[];
  /** Report how PostgreSQL finds the rows of every list, instead of measuring. */
  explain: boolean;
  /** Only requests whose name contains this text. */
  only: string;
};

export const usage = `Usage: npm run bench -- [--sizes 10000,100000,1000000] [--only TEXT] [--explain]
  --sizes    visits per run (from 1,000); doctors, products and sales follow from them
  --only     only the requests whose name holds TEXT, e.g. "visits"; recording is then left out
  --explain  EXPLAIN every list instead of measuring, and name the large tables read as a whole
The built server runs in a process of its own with live changes, limits and its request log; 200 people work there in turn.
Ends with code 1 when an aim is missed. Needs no database: an embedded one is made in a temporary folder and removed at the end. With BENCH_DATABASE_URL
(a PostgreSQL server on which databases may be created) the databases rounds_bench_<size> are made there, kept,
and used again by the next run; drop them to begin anew (their visits end on the day they were made).`;

/** Reads the options; throws an Error whose message is for the person. */
export function readOptions(args: string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      sizes: { type: "string", default: unlessQuick("10000,100000,1000000", "1000") },
      only: { type: "string", default: "" },
      explain: { type: "boolean", default: false },
    },
  });
  const sizes = values.sizes.split(",").map(Number);
  if (!sizes.every((size) => Number.isInteger(size) && size >= 1000 && size <= 5_000_000)) {
    throw new Error("--sizes takes whole numbers from 1000 to 5000000, with commas between them.");
  }
  return { sizes: [...new Set(sizes)].sort((a, b) => a - b), explain: values.explain, only: values.only };
}
