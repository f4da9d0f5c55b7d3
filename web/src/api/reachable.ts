/** How long to wait before each further look whether the server answers, in milliseconds; the last one repeats. */
const waits = [3_000, 5_000, 10_000, 20_000, 30_000];
/** A look that takes longer counts as no answer, in milliseconds. */
const maxLookMs = 10_000;

/** Resolves once the server answers again: true; or once `signal` says that nobody waits any more: false. */
export async function untilReachable(signal: AbortSignal): Promise<boolean> {
  for (let look = 0; !signal.aborted; look++) {
    await untilWorthALook(waits[Math.min(look, waits.length - 1)] ?? 0, signal);
    if (!signal.aborted && navigator.onLine && (await doesAnswer())) return !signal.aborted;
  }
  return false;
}

/** Waits so many milliseconds, or until the device says that it has a connection again. */
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

async function doesAnswer(): Promise<boolean> {
  try {
    const { ok } = await fetch("/healthz", { cache: "no-store", signal: AbortSignal.timeout(maxLookMs) });
    return ok;
  } catch {
    return false;
  }
}
