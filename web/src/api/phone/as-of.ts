import { useSyncExternalStore } from "react";
import { createSubscribers } from "../subscribers.ts";

let words = "";
const { subscribe, notify } = createSubscribers();

/** Says that what is on the screen is of an earlier time; empty if it is the server's. */
export function setAsOfWords(next: string): void {
  words = next;
  notify();
}

/** The sentence with "as of 10:42" while something on the screen is from the phone; otherwise empty. */
export function useAsOfWords(): string {
  return useSyncExternalStore(subscribe, () => words);
}
