import { setTimeout as wait } from "node:timers/promises";
import { loggedError } from "@rounds/http/log.ts";

/** Ctrl-C can arrive twice: from the terminal and from npm, which passes it on. */
export const echoMilliseconds = 500;
/** How long a step may take by default; the embedded database needs up to 60 seconds. */
const stepMilliseconds = 90_000;
/** How long a second signal waits for the database, which shuts down by itself afterwards. */
const hurryMilliseconds = 10_000;

type End = () => Promise<unknown>;

/**
 * How the process ends: steps run in reverse order of adding. A step that fails or takes too long does not prevent the
 * others. A signal ends the process with code 0, or 1 if a step failed; a second one ends it at once, with 1. An
 * uncaught exception ends it in the same order, with 1.
 */
export function createShutdown(say: (text: string) => void) {
  const steps: { end: End; milliseconds: number }[] = [];
  let last: End = async () => {};
  let signalledAt: number | undefined;
  let failed = false;
  let onUncaught = (error: unknown) =>
    say(`Nobody caught an exception: ${JSON.stringify(loggedError(error))}`);

  async function run({ end, milliseconds }: { end: End; milliseconds: number }): Promise<boolean> {
    const late = new AbortController();
    try {
      return await Promise.race([end().then(() => true), wait(milliseconds, false, { signal: late.signal })]);
    } catch (error) {
      say(`Stopping went wrong: ${JSON.stringify(loggedError(error))}`);
      return false;
    } finally {
      late.abort();
    }
  }

  /** Runs all steps; returns whether all succeeded. */
  async function end(): Promise<boolean> {
    let well = true;
    for (let step = steps.pop(); step; step = steps.pop()) well = (await run(step)) && well;
    return (await run({ end: last, milliseconds: stepMilliseconds })) && well;
  }

  function onSignal(name: string): void {
    const now = performance.now();
    if (signalledAt === undefined) {
      signalledAt = now;
      say(`\n${name}: stopping …`);
      void end().then((well) => process.exit(well && !failed ? 0 : 1));
    } else if (now - signalledAt > echoMilliseconds) {
      say(`${name} again: stopping at once`);
      void run({ end: last, milliseconds: hurryMilliseconds }).then(() => process.exit(1));
    }
  }

  /** After it, memory can't be trusted, so the process ends, but in order. */
  function fail(error: unknown): void {
    onUncaught(error);
    failed = true;
    if (signalledAt !== undefined) return;
    signalledAt = performance.now();
    void end().then(() => process.exit(1));
  }

  return {
    /** Adds a step that runs before all earlier ones. */
    add(end: End, milliseconds = stepMilliseconds): void {
      steps.push({ end, milliseconds });
    },
    /** A step that runs after everything else, even at a second signal. */
    addLast(end: End): void {
      let ended: Promise<unknown> | undefined;
      last = () => {
        ended ??= end();
        return ended;
      };
    },
    end,
    /** The handler of an uncaught exception; by default it is printed. */
    set onUncaught(tell: (error: unknown) => void) {
      onUncaught = tell;
    },
    /** Whether the process is ending: after a signal, or an uncaught exception. */
    get begun() {
      return signalledAt !== undefined;
    },
    /** Stops the process on a signal, or on an uncaught exception or rejected promise. */
    listen(): void {
      process.on("uncaughtException", fail);
      for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(name, () => onSignal(name));
    },
  };
}
