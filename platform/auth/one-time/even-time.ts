import { setImmediate as turn, setTimeout as wait } from "node:timers/promises";

/** Answers are sent at multiples of this, in milliseconds. */
const step = 20;

/**
 * Waits for the next multiple after `start` (a value of `performance.now`). Counting a guess at a real code writes a
 * row, and for an unknown person there is none to write: the difference of tenths of a millisecond would reveal it.
 */
export async function untilEvenMoment(start: number): Promise<void> {
  const took = performance.now() - start;
  const target = start + Math.ceil(took / step) * step;
  // Timers are accurate to milliseconds only.
  await wait(Math.max(0, Math.floor(target - performance.now()) - 1));
  while (performance.now() < target) await turn();
}
