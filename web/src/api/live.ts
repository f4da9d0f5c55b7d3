import { allChanges, type Changed, isChanged } from "@rounds/domain/live/stale-after.ts";
import { isHandBusy } from "./hand.ts";
import { connect } from "./live-client.ts";
import { setBehind } from "./live-state.ts";
import { markStale, refetchAfter } from "./stored-rows.ts";

/**
 * Changes that arrive together cause one refetch; the random part keeps many pages from refetching at the same moment.
 */
const shortest = 50;
const spread = 200;
/** The shortest time between refetches, so that the last of many changes also shows within a second. */
const interval = 600;
/** A refetch that takes this long is a sign of a busy server or line. */
const slow = 1_000;
/** The pause after a slow refetch, as a multiple of its duration. */
const rest = 5;
/** How soon to try again while a pointer is down. */
const settling = 100;
/** A refetch that takes longer than this no longer delays the next one. */
const patience = 5_000;
/** A connection that is back this soon is not worth a message. */
const unnoticed = 3_000;

const waiting = new Set<Changed>();
let isDue = false;
/** When the next refetch may start. */
let freeAt = 0;
let reading = false;

/** Reads again, soon, what is shown of these changes. */
function note(changes: readonly Changed[]) {
  for (const changed of changes) waiting.add(changed);
  if (reading || isDue) return;
  isDue = true;
  const early = freeAt - performance.now();
  setTimeout(flush, Math.max(early, shortest + Math.random() * spread));
}

async function flush() {
  if (isHandBusy()) {
    setTimeout(flush, settling);
    return;
  }
  isDue = false;
  // Without a connection it would only fail; the next connection refetches everything.
  if (!navigator.onLine) return;
  const begunAt = performance.now();
  const changes = [...waiting];
  waiting.clear();
  // A hidden page only remembers; it refetches when it is visible again.
  if (document.hidden) {
    markStale(changes);
    return;
  }
  freeAt = begunAt + interval;
  // One refetch after another: on a slow line, each would otherwise cancel the one before it, and none would finish.
  reading = true;
  await Promise.race([refetchAfter(changes), new Promise((resolve) => setTimeout(resolve, patience))]);
  reading = false;
  const took = performance.now() - begunAt;
  if (took > slow) freeAt = begunAt + took * (1 + rest);
  if (waiting.size > 0) note([]);
}

/**
 * Follows colleagues' changes: open lists, details and reports are refetched soon after a change. Each new connection
 * refetches everything, because earlier changes are not sent again. Returns a function that stops it.
 */
export function startLive(): () => void {
  let wasUp = false;
  let lostTimer: ReturnType<typeof setTimeout> | undefined;
  const connection = connect({
    onChange(what) {
      if (isChanged(what)) note([what]);
    },
    onUp() {
      clearTimeout(lostTimer);
      lostTimer = undefined;
      setBehind(false);
      note(allChanges);
      wasUp = true;
    },
    onDown() {
      if (wasUp) lostTimer ??= setTimeout(() => setBehind(true), unnoticed);
    },
    // The session may have ended: the next answer shows it, and leads to the sign-in page.
    onEnd: () => note(allChanges),
  });
  const comeBack = () => note(allChanges);
  addEventListener("online", comeBack);

  return () => {
    connection.close();
    clearTimeout(lostTimer);
    setBehind(false);
    removeEventListener("online", comeBack);
  };
}
