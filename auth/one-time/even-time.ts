import { setImmediate as turn, setTimeout as wait } from "node:timers/promises";

/** Answers come at multiples of this, in milliseconds. */
const step = 20;

/**
 * Waits until an even moment after `start` (a reading of `performance.now`). Counting a guess at somebody's code writes
 * a row, and for somebody unknown there is none to write: the tenths of a millisecond between would tell them apart.
 */
export async function untilEvenMoment(start: number): Promise<void> {
  const took = performance.now() - start;
  const target = start + Math.ceil(took / step) * step;
  // Timers know whole milliseconds only.
  await wait(Math.max(0, Math.floor(target - performance.now()) - 1));
  while (performance.now() < target) await turn();
}
