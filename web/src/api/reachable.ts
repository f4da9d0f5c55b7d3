/** The waiting times before each further check whether the server answers, in milliseconds; the last one repeats. */
const waits = [3_000, 5_000, 10_000, 20_000, 30_000];
/** A check that takes longer counts as no answer, in milliseconds. */
const maxLookMs = 10_000;

/** Resolves to true once the server answers again, or to false once `signal` says that nobody waits any more. */
export async function untilReachable(signal: AbortSignal): Promise<boolean> {
  for (let look = 0; !signal.aborted; look++) {
    await untilWorthALook(waits[Math.min(look, waits.length - 1)] ?? 0, signal);
    if (!signal.aborted && navigator.onLine && (await doesAnswer())) return !signal.aborted;
  }
  return false;
}

/** Waits this many milliseconds, or until the device reports a connection again. */
function untilWorthALook(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      removeEventListener("online", done);
      signal.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    addEventListener("online", done);
    signal.addEventListener("abort", done);
  });
}

/** Whether the server answers now. Changes nothing there. */
export async function doesAnswer(): Promise<boolean> {
  try {
    const { ok } = await fetch("/healthz", { cache: "no-store", signal: AbortSignal.timeout(maxLookMs) });
    return ok;
  } catch {
    return false;
  }
}
