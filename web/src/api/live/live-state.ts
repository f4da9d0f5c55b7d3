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

let isSending = false;

/** Records whether the phone is sending a queue. Until its end, what changed is read again by the phone only, every few seconds. */
export function setSending(next: boolean) {
  isSending = next;
}

/** Whether the phone is sending a queue. */
export const isSendingQueue = () => isSending;
