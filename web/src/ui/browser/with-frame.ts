import { flushSync } from "react-dom";

/**
 * Reads the layout with the next frame, before anything is painted, and shows what that changes in the same frame: in the
 * task that has built the elements, the layout would be made twice. The function that it returns gives that up.
 */
export function withFrame(read: () => void): () => void {
  const frame = requestAnimationFrame(() => flushSync(read));
  return () => cancelAnimationFrame(frame);
}
