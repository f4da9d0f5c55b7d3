import { useSyncExternalStore } from "react";

let stack: readonly HTMLDialogElement[] = [];
const listeners = new Set<() => void>();

function set(next: readonly HTMLDialogElement[]) {
  stack = next;
  for (const listener of listeners) listener();
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

/**
 * The open dialog on top, kept up to date: everything else is out of reach, so what must stay reachable is rendered
 * inside it.
 */
export function useTopDialog(): HTMLDialogElement | null {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, topDialog);
}
