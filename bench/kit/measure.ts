import { unlessQuick } from "./quick.ts";

/** The measurements of something repeated; times in milliseconds. */
export type Timing = { median: number; p95: number; runs: number };

/**
 * Enough runs for a 95th percentile of something fast; something slow gets fewer, so that the total time is limited.
 */
const mostRuns = unlessQuick(60, 3);
const leastRuns = unlessQuick(7, 3);
const budget = 4000;

/** Runs `work` twice to warm it up, then measures it until there are enough runs or the time is up. */
export async function measure(work: () => Promise<unknown>): Promise<Timing> {
  await work();
  await work();
  const times: number[] = [];
  const end = performance.now() + budget;
  while (times.length < mostRuns && (times.length < leastRuns || performance.now() < end)) {
    times.push(await timeOf(work));
  }
  return timing(times);
}

/** Runs two things in turn, so that what else the machine does slows both down; otherwise as `measure`. */
export async function measureInTurn(
  one: () => Promise<unknown>,
  other: () => Promise<unknown>,
): Promise<[Timing, Timing]> {
  const [first, second] = [[] as number[], [] as number[]];
  await one();
  await other();
  const end = performance.now() + 2 * budget;
  while (first.length < mostRuns && (first.length < leastRuns || performance.now() < end)) {
    first.push(await timeOf(one));
    second.push(await timeOf(other));
  }
  return [timing(first), timing(second)];
}

/** The duration of one run. */
export async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** Median and 95th percentile (nearest rank) of a non-empty list of times. */
export function timing(times: readonly number[]): Timing {
  const sorted = [...times].sort((a, b) => a - b);
  const rank = (share: number) => sorted[Math.ceil(share * sorted.length) - 1] ?? Number.NaN;
  return { median: rank(0.5), p95: rank(0.95), runs: sorted.length };
}
