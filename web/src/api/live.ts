import { connect } from "./live-client.ts";
import { setBehind } from "./live-state.ts";
import { queryClient } from "./query-client.ts";
import { type Noun, readAgain } from "./stored-rows.ts";

/** What is shown of a table's rows, and of what is reckoned from them. */
const shownOf: Record<string, readonly Noun[]> = {
  doctors: ["doctors", "visits", "sales", "dashboard"],
  visits: ["visits", "doctors", "dashboard"],
  sales: ["sales", "visits", "products", "inventory", "dashboard"],
  products: ["products", "visits", "sales", "inventory", "dashboard"],
  stock_transactions: ["products", "inventory", "dashboard"],
};
const all: readonly Noun[] = ["doctors", "visits", "products", "sales", "inventory", "dashboard"];

/** Changes that come together are read together; the spread keeps many pages from asking at the same moment. */
const shortest = 100;
const spread = 300;
/** How often at most. */
const interval = 1_000;
/** After a touch, what lies under the finger stays where it is for a moment. */
const settling = 300;
/** A connection that is back so soon was not worth a word. */
const unnoticed = 3_000;

const waiting = new Set<Noun>();
let timer: ReturnType<typeof setTimeout> | undefined;
let readAt = 0;
let pressed = false;

/** Reads again, soon, what is shown of these nouns. */
function note(nouns: readonly Noun[]) {
  for (const noun of nouns) waiting.add(noun);
  if (timer === undefined) timer = setTimeout(flush, shortest + Math.random() * spread);
}

function flush() {
  const early = readAt + interval - performance.now();
  if (pressed || early > 0) {
    timer = setTimeout(flush, pressed ? settling : early);
    return;
  }
  timer = undefined;
  readAt = performance.now();
  const nouns = [...waiting];
  waiting.clear();
  // A page that nobody looks at only remembers; it reads when it is looked at again.
  if (document.hidden) {
    for (const noun of nouns) {
      void queryClient.invalidateQueries({ queryKey: [noun], refetchType: "none" });
    }
  } else readAgain(...nouns);
}

/**
 * Follows what colleagues do: lists, details and reports that are open are read again soon after a change. After a
 * time without connection everything is, because what happened meanwhile is not told afterwards. Gives the end of it.
 */
export function startLive(): () => void {
  let wasUp = false;
  let lostTimer: ReturnType<typeof setTimeout> | undefined;
  const press = () => {
    pressed = true;
  };
  const release = () => {
    pressed = false;
  };
  addEventListener("pointerdown", press, { passive: true });
  for (const event of ["pointerup", "pointercancel"]) addEventListener(event, release, { passive: true });

  const connection = connect({
    onChange: (table) => note(shownOf[table] ?? []),
    onUp() {
      clearTimeout(lostTimer);
      lostTimer = undefined;
      setBehind(false);
      if (wasUp) note(all);
      wasUp = true;
    },
    onDown() {
      if (wasUp) lostTimer ??= setTimeout(() => setBehind(true), unnoticed);
    },
  });

  return () => {
    connection.close();
    clearTimeout(lostTimer);
    setBehind(false);
    removeEventListener("pointerdown", press);
    for (const event of ["pointerup", "pointercancel"]) removeEventListener(event, release);
  };
}
