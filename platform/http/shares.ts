import { AppError } from "@rounds/domain/errors/app-error.ts";

/**
 * How many requests of one person a server works on at once, and how many more of that person may wait. While more than
 * `screens` wait, it works on one at a time: no screens ask that much, and others need the processors.
 */
export type ShareLimits = { under_way: number; screens: number; waiting: number };

/** A quarter of the database's connections. Most screens ask no more at once; two doctors' pages leave eight waiting. */
export const usualShare: ShareLimits = { under_way: 4, screens: 8, waiting: 100 };

type Share = { under_way: number; waiting: Set<() => void> };

export type Shares = ReturnType<typeof createShares>;

/** Gives each person a queue of their own, so that somebody who asks a lot delays nobody else. */
export function createShares(limits: ShareLimits) {
  const shares = new Map<string, Share>();

  const hasPlace = ({ under_way, waiting }: Share) =>
    under_way < (waiting.size > limits.screens ? 1 : limits.under_way);

  /** Waits for a place; throws if there are too many waiting, or if the signal is aborted first. */
  async function enter(share: Share, signal: AbortSignal): Promise<void> {
    if (hasPlace(share)) {
      share.under_way++;
      return;
    }
    if (share.waiting.size >= limits.waiting) throw new AppError("too_many_requests");
    await new Promise<void>((resolve, reject) => {
      const start = () => {
        signal.removeEventListener("abort", drop);
        resolve();
      };
      const drop = () => {
        share.waiting.delete(start);
        reject(signal.reason);
      };
      share.waiting.add(start);
      signal.addEventListener("abort", drop, { once: true });
    });
  }

  /** Gives the place back; the requests that have waited longest begin, as far as there are places. */
  function leave(person: string, share: Share): void {
    share.under_way--;
    for (const start of share.waiting) {
      if (!hasPlace(share)) break;
      share.waiting.delete(start);
      share.under_way++;
      start();
    }
    if (share.under_way === 0) shares.delete(person);
  }

  return {
    /** Works on a person's request when it has a place. Throws the signal's reason if that is aborted before. */
    async run<Result>(person: string, signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
      signal.throwIfAborted();
      const share = shares.get(person) ?? { under_way: 0, waiting: new Set() };
      shares.set(person, share);
      await enter(share, signal);
      try {
        return await work();
      } finally {
        leave(person, share);
      }
    },
  };
}
