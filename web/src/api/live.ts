import { isHandBusy } from "./hand.ts";
import { connect } from "./live-client.ts";
import { setBehind } from "./live-state.ts";
import { queryClient } from "./query-client.ts";
import { type Noun, readAgain } from "./stored-rows.ts";

/** What is shown of a table's rows, or of accounts, and of what is reckoned from them. */
const shownOf: Record<string, readonly Noun[]> = {
  doctors: ["doctors", "visits", "sales", "dashboard"],
  visits: ["visits", "doctors", "sales", "dashboard"],
  sales: ["sales", "visits", "products", "inventory", "dashboard"],
  products: ["products", "visits", "sales", "inventory", "dashboard"],
  stock_transactions: ["products", "inventory", "dashboard"],
  account: ["account", "team"],
  team: ["team"],
};
const all: readonly Noun[] = [...Object.values(shownOf).flat()];

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

const waiting = new Set<Noun>();
let isDue = false;
/** When the next reading may begin. */
let freeAt = 0;
let reading = false;

/** Reads again, soon, what is shown of these nouns. */
function note(nouns: readonly Noun[]) {
  for (const noun of nouns) waiting.add(noun);
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
  const nouns = [...waiting];
  waiting.clear();
  // A page that nobody looks at only remembers; it reads when it is looked at again.
  if (document.hidden) {
    for (const noun of nouns) {
      void queryClient.invalidateQueries({ queryKey: [noun], refetchType: "none" });
    }
    return;
  }
  freeAt = begunAt + interval;
  // One reading after the other: on a slow line, each would otherwise break off the one before it, and nothing come.
  reading = true;
  await Promise.race([readAgain(...nouns), new Promise((resolve) => setTimeout(resolve, patience))]);
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
    onChange: (what) => note(shownOf[what] ?? []),
    onUp() {
      clearTimeout(lostTimer);
      lostTimer = undefined;
      setBehind(false);
      note(all);
      wasUp = true;
    },
    onDown() {
      if (wasUp) lostTimer ??= setTimeout(() => setBehind(true), unnoticed);
    },
    // The session may have ended: the next answer tells, and leads to the sign-in page.
    onEnd: () => note(all),
  });
  const comeBack = () => note(all);
  addEventListener("online", comeBack);

  return () => {
    connection.close();
    clearTimeout(lostTimer);
    setBehind(false);
    removeEventListener("online", comeBack);
  };
}
