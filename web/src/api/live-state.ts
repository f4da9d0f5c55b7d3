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
