import { useSyncExternalStore } from "react";

let behind = false;
const listeners = new Set<() => void>();

/** Records whether the page has lost its connection to changes. */
export function setBehind(isBehind: boolean) {
  if (isBehind === behind) return;
  behind = isBehind;
  for (const listener of listeners) listener();
}

/** Whether the page has lost its connection to changes. */
export function useIsBehind(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => behind,
  );
}

const newsListeners = new Set<() => void>();

/** Calls the listener when colleagues have changed something, or may have. */
export function onNews(listener: () => void): () => void {
  newsListeners.add(listener);
  return () => newsListeners.delete(listener);
}

/** Tells that something was changed. */
export function tellNews(): void {
  for (const listener of newsListeners) listener();
}
