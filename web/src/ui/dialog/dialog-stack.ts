import { useSyncExternalStore } from "react";
import { createSubscribers } from "../../api/subscribers.ts";

let stack: readonly HTMLDialogElement[] = [];
const { subscribe, notify } = createSubscribers();

/** Calls the listener at once whenever another dialog is on top, or none; what it returns ends that. */
export const onTopDialog = subscribe;

function set(next: readonly HTMLDialogElement[]) {
  stack = next;
  notify();
}

/** Registers an open modal dialog above earlier ones; call the returned function when it closes. */
export function openDialog(dialog: HTMLDialogElement): () => void {
  set([...stack, dialog]);
  return () => set(stack.filter((open) => open !== dialog));
}

/** Whether any modal dialog is open. */
export function hasOpenDialog(): boolean {
  return stack.length > 0;
}

/** The modal dialog on top, if one is open. */
export function topDialog(): HTMLDialogElement | null {
  return stack.at(-1) ?? null;
}

/** The open dialog on top, kept up to date: everything else is out of reach, so what must stay reachable is inside it. */
export function useTopDialog(): HTMLDialogElement | null {
  return useSyncExternalStore(subscribe, topDialog);
}
