import { setTimeout as wait } from "node:timers/promises";

/** Asks until the answer is something, and gives it; throws, naming what was waited for, when it takes too long. */
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

/** Asks what is not in order until nothing is; throws, with the newest answer, when it takes too long. */
export async function untilNo(trouble: () => Promise<string | undefined>, seconds = 120): Promise<void> {
  const deadline = performance.now() + seconds * 1000;
  for (;;) {
    const found = await trouble();
    if (found === undefined) return;
    if (performance.now() > deadline) throw new Error(`Still so after ${seconds} seconds: ${found}`);
    await wait(250);
  }
}
