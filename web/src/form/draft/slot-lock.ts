/** How long the page before a reload may take to release its slot, in milliseconds. */
const maxWaitMs = 2_000;

const lockOf = (slot: string) => `draft:${slot}`;

/**
 * Marks a slot as used by this tab until the returned function is called. `onTaken` runs if another open tab uses it,
 * for example after "Duplicate tab". If the browser has no locks (a page without TLS), it never runs.
 */
export function holdSlot(slot: string, onTaken: () => void): () => void {
  if (!navigator.locks) return () => {};
  let release = () => {};
  let isOver = false;
  const over = new Promise<void>((resolve) => {
    release = () => {
      isOver = true;
      resolve();
    };
  });
  navigator.locks
    .request(lockOf(slot), { signal: AbortSignal.timeout(maxWaitMs) }, () => over)
    .catch(() => isOver || onTaken());
  return release;
}

/** Whether no other open tab uses a slot. */
export async function isFree(slot: string): Promise<boolean> {
  if (!navigator.locks) return true;
  try {
    await navigator.locks.request(lockOf(slot), { signal: AbortSignal.timeout(maxWaitMs) }, () => undefined);
    return true;
  } catch {
    return false;
  }
}
