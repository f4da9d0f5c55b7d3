import { useSyncExternalStore } from "react";

let words = "";
const listeners = new Set<() => void>();

/** Says that what is on the screen is of an earlier time; empty if it is the server's. */
export function setAsOfWords(next: string): void {
  words = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The sentence with "as of 10:42" while something on the screen is from the phone; otherwise empty. */
export function useAsOfWords(): string {
  return useSyncExternalStore(subscribe, () => words);
}
