import { performance } from "node:perf_hooks";

/** How long each of some requests took, in milliseconds, by group. */
export type Timings = Record<"known" | "unknown", number[]>;

/** If a machine is so busy that all rounds would take too long, this many are enough. */
const fewestRounds = 50;

/**
 * Times `rounds` requests about known people and as many about unknown ones, in shuffled order, so that other work on
 * the machine affects both alike; fewer after `milliseconds`. `ask` gets the number of the round.
 */
export async function timeInTurns(
  { rounds, milliseconds }: { rounds: number; milliseconds: number },
  ask: (group: keyof Timings, round: number) => Promise<void>,
): Promise<Timings> {
  const timings: Timings = { known: [], unknown: [] };
  const random = shuffler(rounds);
  const end = performance.now() + milliseconds;
  for (let round = -5; round < rounds; round++) {
    if (round >= fewestRounds && performance.now() > end) break;
    const order: (keyof Timings)[] = random() < 0.5 ? ["known", "unknown"] : ["unknown", "known"];
    for (const group of order) {
      const start = performance.now();
      await ask(group, Math.abs(round));
      const took = performance.now() - start;
      // The first ones only warm up.
      if (round >= 0) timings[group].push(took);
    }
  }
  return timings;
}

/** A small generator of numbers from 0 to 1, the same for the same seed (mulberry32). */
export function shuffler(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/**
 * How well one sample reveals its group: the probability that one of `left` took longer than one of `right` (the U of
 * Mann and Whitney, as a share). 0.5 reveals nothing; it uses ranks, so that outliers don't count.
 */
export function separation(left: number[], right: number[]): number {
  let wins = 0;
  for (const one of left) for (const other of right) wins += one > other ? 1 : one === other ? 0.5 : 0;
  return wins / (left.length * right.length);
}

/** The apparent difference between two halves of the same group: the noise of this machine at this moment. */
export function noiseOf(samples: number[]): number {
  const halves = [0, 1].map((half) => samples.filter((_, at) => at % 2 === half)) as [number[], number[]];
  return Math.abs(separation(...halves) - 0.5);
}

/** How far from 0.5 the separation of two such samples is by chance alone, once in about two thousand times. */
export function byChance(samples: number[]): number {
  // The standard deviation of U for two samples of one size, as a share.
  return 3.5 * Math.sqrt((2 * samples.length + 1) / 12 / samples.length ** 2);
}

/** The fastest of every few consecutive samples: other work on the machine only ever makes an answer slower. */
export function fastest(samples: number[]): number[] {
  const few = 4;
  return samples.flatMap((_, at) => (at % few === 0 ? [Math.min(...samples.slice(at, at + few))] : []));
}

/** The range of the middle half of a sample. */
export function spread(samples: number[]): number {
  const sorted = samples.toSorted((left, right) => left - right);
  const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? 0;
  return at(0.75) - at(0.25);
}
