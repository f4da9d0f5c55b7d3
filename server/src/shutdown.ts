import { setTimeout as wait } from "node:timers/promises";
import { loggedError } from "@rounds/http/log.ts";

/** Ctrl-C can come twice: from the terminal and from npm, which passes it on. */
const echoMilliseconds = 500;
/** How long a step may take, unless it says otherwise; the embedded database needs up to 60 seconds. */
const stepMilliseconds = 90_000;
/** How long a second signal waits for the database, which ends by itself after that. */
const hurryMilliseconds = 10_000;

type End = () => Promise<unknown>;

export type Shutdown = ReturnType<typeof createShutdown>;

/**
 * How the process ends: what was added last is ended first. A step that fails or takes too long keeps the others from
 * nothing. A signal ends the process with code 0, or 1 if a step went wrong; a second one ends it at once, with 1. An
 * exception that nobody caught ends it in the same order, with 1.
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

  /** Ends everything; gives whether all went well. */
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

  /** What is left in memory after it can't be trusted to be whole, so the process ends, but as if it were told to. */
  function fail(error: unknown): void {
    onUncaught(error);
    failed = true;
    if (signalledAt !== undefined) return;
    signalledAt = performance.now();
    void end().then(() => process.exit(1));
  }

  return {
    /** Adds what is to be ended before all that was added before. */
    add(end: End, milliseconds = stepMilliseconds): void {
      steps.push({ end, milliseconds });
    },
    /** What is ended after everything else, also in a hurry. */
    addLast(end: End): void {
      let ended: Promise<unknown> | undefined;
      last = () => {
        ended ??= end();
        return ended;
      };
    },
    end,
    /** Who is told of an exception that nobody caught; until somebody wants to know, it is said. */
    set onUncaught(tell: (error: unknown) => void) {
      onUncaught = tell;
    },
    /** Whether the process is ending: a signal has come, or an exception that nobody caught. */
    get begun() {
      return signalledAt !== undefined;
    },
    /** Stops the process when it is told to, or when nobody catches an exception or a rejected promise. */
    listen(): void {
      process.on("uncaughtException", fail);
      for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(name, () => onSignal(name));
    },
  };
}
