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

/** Remembers how far the page is scrolled at an entry, before it is left. */
export function noteScroll(entry: string): void {
  positions.delete(entry);
  positions.set(entry, scrollY);
  const [oldest] = positions.keys();
  if (positions.size > mostEntries && oldest !== undefined) positions.delete(oldest);
}

/** Scrolls to where an entry was left; a new one begins at the top. */
export function restoreScroll(entry: string): void {
  scrollTo(0, positions.get(entry) ?? 0);
}

/**
 * The page scrolls by itself from here on, not the browser, which would do it before the screen is there. `current` is
 * the entry that the page stands at when it is closed. Returns what ends it.
 */
export function takeScrolling(current: () => string): () => void {
  history.scrollRestoration = "manual";
  const onHide = () => {
    // The browser helps when the page is loaded again or comes back.
    history.scrollRestoration = "auto";
    noteScroll(current());
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
