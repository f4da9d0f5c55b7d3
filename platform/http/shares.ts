import { AppError } from "@rounds/domain/errors/app-error.ts";

/** How many requests of one person a server works on at once, and how many more of that person may wait. */
export type ShareLimits = { under_way: number; waiting: number };

/** A quarter of the database's connections. Most screens ask no more at once, a doctor's page six. */
export const usualShare: ShareLimits = { under_way: 4, waiting: 100 };

type Share = { under_way: number; waiting: Set<() => void> };

export type Shares = ReturnType<typeof createShares>;

/** Gives each person a queue of their own, so that somebody who asks a lot delays nobody else. */
export function createShares(limits: ShareLimits) {
  const shares = new Map<string, Share>();

  /** Waits for a place; throws if there are too many waiting, or if the signal is aborted first. */
  async function enter(share: Share, signal: AbortSignal): Promise<void> {
    if (share.under_way < limits.under_way) {
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

  /** Passes the place on to the request that has waited longest. */
  function leave(person: string, share: Share): void {
    const [next] = share.waiting;
    if (next) {
      share.waiting.delete(next);
      next();
    } else if (--share.under_way === 0) shares.delete(person);
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
