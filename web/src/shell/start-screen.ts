const key = "start-screen";

/** Whether this device starts with Today instead of the dashboard. */
export function startsWithToday(): boolean {
  try {
    return localStorage.getItem(key) === "today";
  } catch {
    // Storage may be forbidden.
    return false;
  }
}

/** Whether the person has chosen on this device, or this device can't keep a choice: then it is not offered. */
export function isStartChosen(): boolean {
  try {
    return localStorage.getItem(key) !== null;
  } catch {
    return true;
  }
}

/** Chooses the screen with which this device starts; false if it can't keep the choice. */
export function chooseStart(today: boolean): boolean {
  try {
    localStorage.setItem(key, today ? "today" : "dashboard");
    return true;
  } catch {
    return false;
  }
}

/**
 * Opens Today in place of the dashboard where the person has chosen so: on a phone, and only when Rounds is opened. A
 * reload, the way back and a tap on Dashboard still show the dashboard. Nothing is added to the history.
 */
export function openStartScreen(): void {
  const { pathname, search, hash } = location;
  if (pathname !== "/" || search || hash || !startsWithToday()) return;
  const [opened] = performance.getEntriesByType("navigation");
  const isOpened = opened instanceof PerformanceNavigationTiming && opened.type === "navigate";
  // As in ui/browser/useMediaQuery.ts.
  if (isOpened && matchMedia("(max-width: 639.98px)").matches) history.replaceState(null, "", "/today");
}
