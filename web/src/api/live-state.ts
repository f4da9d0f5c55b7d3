import { useSyncExternalStore } from "react";

let behind = false;
const listeners = new Set<() => void>();

/** Notes whether the page hears nothing of changes although it has heard of them before. */
export function setBehind(isBehind: boolean) {
  if (isBehind === behind) return;
  behind = isBehind;
  for (const listener of listeners) listener();
}

/** Whether the page hears nothing of changes at the moment although it has heard of them before. */
export function useIsBehind(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => behind,
  );
}
