import { useSyncExternalStore } from "react";
import { createSubscribers } from "../subscribers.ts";

/** When the rows were read from which the phone answered something. */
const asOf = new WeakMap<object, number>();

/** Marks what the phone answered, from rows that were read at that time. */
export function markAsOf(data: object, at: number): void {
  asOf.set(data, at);
}

/** When the rows were read from which this was answered; undefined if the server answered it. */
export function readAsOf(data: unknown): number | undefined {
  return typeof data === "object" && data !== null ? asOf.get(data) : undefined;
}

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
