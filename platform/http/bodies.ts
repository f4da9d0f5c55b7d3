import type { IncomingMessage, ServerResponse } from "node:http";

/** How many bytes of bodies a server holds of one person at once: eight of the longest. Pages send one after another. */
export const usualBodies = 8 * 1024 * 1024;

type BodyLimits = {
  /** How many bytes may be under way at once of one key, such as a person. */
  at_once: number;
  /** The longest body that is read. */
  longest: number;
  /** Bodies of up to this many bytes are not counted. */
  free?: number;
};

/**
 * What bodies may take of the memory, from before they are read until their requests are answered: whoever opens many
 * connections could send all of a body but its end on each. One of unknown length counts as the longest.
 */
export function createBodies({ at_once, longest, free = 0 }: BodyLimits) {
  const held = new Map<string, number>();

  function lengthOf({ headers }: IncomingMessage): number {
    if (headers["transfer-encoding"] !== undefined) return longest;
    const length = Number(headers["content-length"] ?? 0);
    // A longer one is refused without being read.
    return length > longest || length <= free ? 0 : length;
  }

  return {
    /** Counts a request's body until its answer is closed; returns whether there was room for it. */
    tryEnter(key: string, request: IncomingMessage, response: ServerResponse): boolean {
      const length = lengthOf(request);
      if (length === 0 || response.destroyed) return true;
      const before = held.get(key) ?? 0;
      if (before + length > at_once) return false;
      held.set(key, before + length);
      response.once("close", () => {
        const left = (held.get(key) ?? 0) - length;
        if (left > 0) held.set(key, left);
        else held.delete(key);
      });
      return true;
    },
  };
}

export type Bodies = ReturnType<typeof createBodies>;
