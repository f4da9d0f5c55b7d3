import { flushSync } from "react-dom";

/** Whether elements have sizes, which they have not in a page that is never laid out, as in tests without a browser. */
export const isLaidOut = typeof ResizeObserver !== "undefined";

/** What is to be read with the next frame. */
const reads = new Set<() => void>();

/**
 * Reads the layout with the next frame, before anything is painted, and shows what that changes in the same frame: in the
 * task that has built the elements, the layout would be made twice. All reads come before what they change, or each
 * would make the layout anew. The function that it returns gives that up.
 */
export function withFrame(read: () => void): () => void {
  if (reads.size === 0) requestAnimationFrame(readAll);
  reads.add(read);
  return () => void reads.delete(read);
}

function readAll(): void {
  // What is shown may ask for another read: a table's columns for its width, once its room is known.
  while (reads.size > 0) {
    const asked = [...reads];
    reads.clear();
    flushSync(() => asked.map((read) => read()));
  }
}
