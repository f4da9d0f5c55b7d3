import { setTimeout as wait } from "node:timers/promises";

/**
 * Calls a function until it returns something, and returns that; throws, naming what was waited for, if it takes too
 * long.
 */
export async function until<Answer>(
  what: string,
  ask: () => Answer | undefined | Promise<Answer | undefined>,
  seconds = 120,
): Promise<Answer> {
  const deadline = performance.now() + seconds * 1000;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    if (performance.now() > deadline) throw new Error(`Not within ${seconds} seconds: ${what}`);
    await wait(250);
  }
}

/** Checks for problems until there are none; throws, with the latest answer, if it takes too long. */
export async function untilNo(trouble: () => Promise<string | undefined>, seconds = 120): Promise<void> {
  const deadline = performance.now() + seconds * 1000;
  for (;;) {
    const found = await trouble();
    if (found === undefined) return;
    if (performance.now() > deadline) throw new Error(`Still so after ${seconds} seconds: ${found}`);
    await wait(250);
  }
}
