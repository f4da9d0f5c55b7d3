/** How long the message after a change offers Undo, in milliseconds. */
export const undoMs = 10_000;
