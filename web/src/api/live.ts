import { allChanges, type Changed, isChanged } from "@rounds/domain/live/stale-after.ts";
import { isHandBusy } from "./hand.ts";
import { connect } from "./live-client.ts";
import { setBehind } from "./live-state.ts";
import { markStale, refetchAfter } from "./stored-rows.ts";

/** Changes that come together are read together; the spread keeps many pages from asking at the same moment. */
const shortest = 50;
const spread = 200;
/** How often at most, so that the last of many changes shows within a second as well. */
const interval = 600;
/** A reading that takes so long tells of a server, or a line, that has enough to do. */
const slow = 1_000;
/** How many times as long as a slow reading it is left alone. */
const rest = 5;
/** How soon it is tried again while a finger is down. */
const settling = 100;
/** A reading that takes longer than this keeps the next one from beginning no more. */
const patience = 5_000;
/** A connection that is back so soon was not worth a word. */
const unnoticed = 3_000;

const waiting = new Set<Changed>();
let isDue = false;
/** When the next reading may begin. */
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
  // Without a connection it would only fail; with the next one everything is read again.
  if (!navigator.onLine) return;
  const begunAt = performance.now();
  const changes = [...waiting];
  waiting.clear();
  // A page that nobody looks at only remembers; it reads when it is looked at again.
  if (document.hidden) {
    markStale(changes);
    return;
  }
  freeAt = begunAt + interval;
  // One reading after the other: on a slow line, each would otherwise break off the one before it, and nothing come.
  reading = true;
  await Promise.race([refetchAfter(changes), new Promise((resolve) => setTimeout(resolve, patience))]);
  reading = false;
  const took = performance.now() - begunAt;
  if (took > slow) freeAt = begunAt + took * (1 + rest);
  if (waiting.size > 0) note([]);
}

/**
 * Follows what colleagues do: lists, details and reports that are open are read again soon after a change. Whenever
 * the connection begins everything is, because what happened before it is not told afterwards. Gives the end of it.
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
    // The session may have ended: the next answer tells, and leads to the sign-in page.
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
