import type { ToastOptions } from "./toast.ts";

/** How long the message after a change offers Undo, in milliseconds. */
export const undoMs = 10_000;

/** Undo in the message after a change, by its button and by the keyboard; `undoes` names what it takes back. */
export const undoLink = (undoes: string, run: () => void) =>
  ({ duration: undoMs, link: { label: "Undo", undoes, run } }) satisfies ToastOptions;
