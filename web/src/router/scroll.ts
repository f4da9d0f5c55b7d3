/** How far the page was scrolled at each entry of the tab's history, by the entry's key; kept for reloads too. */
const storageKey = "scrolled";

/** So many entries are remembered, the latest ones. */
const mostEntries = 200;

const positions = new Map<string, number>(stored());

function stored(): [string, number][] {
  try {
    const entries: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? "[]");
    if (!Array.isArray(entries)) return [];
    return entries.slice(-mostEntries).map(([entry, top]) => [String(entry), Number(top)]);
  } catch {
    return [];
  }
}

/** Stops waiting for a page that is too short for the place to return to; undefined if nothing is awaited. */
let stopWaiting: (() => void) | undefined;

/** Remembers how far the page is scrolled at an entry, before it is left. */
export function noteScroll(entry: string): void {
  // The place to return to is still the one of before.
  if (stopWaiting) return;
  positions.delete(entry);
  positions.set(entry, scrollY);
  const [oldest] = positions.keys();
  if (positions.size > mostEntries && oldest !== undefined) positions.delete(oldest);
}

/**
 * Scrolls to where an entry was left; a new one begins at the top. The code and the rows of a screen may come later: as
 * long as the page is too short, it is scrolled again when it grows, until the person does something.
 */
export function restoreScroll(entry: string): void {
  stopWaiting?.();
  const top = positions.get(entry) ?? 0;
  const isThere = () => {
    scrollTo(0, top);
    // Browsers round.
    return scrollY > top - 1;
  };
  if (isThere()) return;
  const waiting = new AbortController();
  const growth = new ResizeObserver(() => isThere() && stopWaiting?.());
  stopWaiting = () => {
    stopWaiting = undefined;
    growth.disconnect();
    waiting.abort();
  };
  growth.observe(document.body);
  for (const act of ["wheel", "pointerdown", "keydown"]) addEventListener(act, stopWaiting, waiting);
}

/**
 * The page scrolls by itself from here on, not the browser, which would do it before the screen is there. `note`
 * remembers how far the page is scrolled when it is closed. Returns what ends it.
 */
export function takeScrolling(note: () => void): () => void {
  history.scrollRestoration = "manual";
  const onHide = () => {
    // The browser helps when the page is loaded again or comes back.
    history.scrollRestoration = "auto";
    note();
    try {
      sessionStorage.setItem(storageKey, JSON.stringify([...positions]));
    } catch {
      // Storage is forbidden: a page that is loaded again begins at the top.
    }
  };
  const onShow = () => {
    history.scrollRestoration = "manual";
  };
  addEventListener("pagehide", onHide);
  addEventListener("pageshow", onShow);
  return () => {
    removeEventListener("pagehide", onHide);
    removeEventListener("pageshow", onShow);
  };
}
