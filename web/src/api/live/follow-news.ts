import { concerns, type Reading, type ReadKey } from "@rounds/domain/live/concerns.ts";
import type { News } from "@rounds/domain/live/news.ts";
import { type Changed, staleAfterAll } from "@rounds/domain/live/stale-after.ts";
import type { Query } from "@tanstack/react-query";
import { queryClient } from "../query-client.ts";

/** How soon changes make a query be read again. */
type Change = (query: Query) => Reading;

/** How many changes may wait for a reading to end; after more, it is read again in any case. */
const mostMeanwhile = 100;

/**
 * Takes changes into everything that the page has read: what they concern is marked as stale, and `again` is called with how
 * soon to read it. `take` takes news, `takeMissed` changes of which nothing else is known: what shows them is read again
 * soon. A reading that is under way may have been answered before the change: its answer is looked at too. `stop` ends that.
 */
export function startFollowing(again: (query: Query, read: Reading) => void): {
  take(news: News): void;
  takeMissed(changes: readonly Changed[]): void;
  stop(): void;
} {
  /** The changes that came during a reading of a query, by its hash. */
  const meanwhile = new Map<string, { reading: unknown; change: Change }[]>();
  const cache = queryClient.getQueryCache();

  function apply(query: Query, change: Change) {
    const read = change(query);
    if (read === "no") return;
    query.invalidate();
    again(query, read);
  }

  function toAll(change: Change) {
    for (const query of cache.getAll()) {
      if (query.state.fetchStatus === "fetching") {
        const before = meanwhile.get(query.queryHash) ?? [];
        const isFull = before.length >= mostMeanwhile;
        const one = { reading: query.promise, change: isFull ? (): Reading => "later" : change };
        meanwhile.set(query.queryHash, isFull ? [one] : [...before, one]);
      }
      apply(query, change);
    }
  }

  const stop = cache.subscribe(({ type, query }) => {
    if (type === "removed") meanwhile.delete(query.queryHash);
    if (type !== "updated" || query.state.fetchStatus === "fetching") return;
    const changes = meanwhile.get(query.queryHash);
    if (!changes) return;
    meanwhile.delete(query.queryHash);
    // A reading that has begun after the change knows of it.
    for (const { reading, change } of changes) if (reading === query.promise) apply(query, change);
  });

  return {
    take(news) {
      // Every key begins with a noun: `Register` holds the queries to that.
      toAll(({ queryKey, state }) => concerns(queryKey as ReadKey, state.data, news));
    },
    takeMissed(changes) {
      const nouns: ReadonlySet<unknown> = staleAfterAll(changes);
      toAll(({ queryKey }) => (nouns.has(queryKey[0]) ? "soon" : "no"));
    },
    stop,
  };
}
