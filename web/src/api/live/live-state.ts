import { useSyncExternalStore } from "react";
import { createSubscribers } from "../subscribers.ts";

let behind = false;
const { subscribe, notify } = createSubscribers();

/** Records whether the page has lost its connection to changes. */
export function setBehind(isBehind: boolean) {
  if (isBehind === behind) return;
  behind = isBehind;
  notify();
}

/** Whether the page has lost its connection to changes. */
export function useIsBehind(): boolean {
  return useSyncExternalStore(subscribe, () => behind);
}

const news = createSubscribers();

/** Calls the listener when colleagues have changed something, or may have. */
export const onNews = news.subscribe;

/** Tells that something was changed. */
export const tellNews = news.notify;
