import { setTimeout as wait } from "node:timers/promises";

/**
 * Does work again and again, with a pause of that many milliseconds after each time, until it is stopped. A failure goes
 * to `failed`, and the next time tries again. `stop` resolves once no work is under way; long work looks at the signal.
 */
export function repeat(
  pause: number,
  work: (signal: AbortSignal) => Promise<void>,
  failed: (error: unknown) => void,
): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  async function run() {
    while (!signal.aborted) {
      try {
        await work(signal);
      } catch (error) {
        failed(error);
      }
      await wait(pause, undefined, { signal }).catch(() => {});
    }
  }
  const running = run();
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
