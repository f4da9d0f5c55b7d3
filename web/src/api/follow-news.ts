import { follow, type ReadKey } from "@rounds/domain/live/follow.ts";
import { type IsStockOnly, rememberProducts } from "@rounds/domain/live/follow-products.ts";
import type { Reading } from "@rounds/domain/live/followed.ts";
import type { News } from "@rounds/domain/live/news.ts";
import { type Changed, staleAfterAll } from "@rounds/domain/live/stale-after.ts";
import type { Query } from "@tanstack/react-query";
import { today } from "./clock.ts";
import { queryClient } from "./query-client.ts";

/** Something to read again, now or later. */
type Again = (query: Query, read: Reading) => void;
/** Takes a change into something that was read. */
type Change = (query: Query) => void;

/**
 * Takes changes into everything that the page has read. `take` takes news: what is certain shows at once, the rest is
 * marked as stale, and `again` is told of it. `takeMissed` takes changes of which nothing else is known: what shows
 * them is read again soon. A reading that is under way may have been answered before the change: its answer gets the
 * change too. `stop` ends that.
 */
export function startFollowing(again: Again): {
  take(news: News): void;
  takeMissed(changes: readonly Changed[]): void;
  stop(): void;
} {
  const { compare } = rememberProducts();
  /** The changes that came during a reading of a query, by its hash. */
  const meanwhile = new Map<string, { reading: unknown; change: Change }[]>();
  const cache = queryClient.getQueryCache();

  function applyNews(query: Query, news: News, isStockOnly: IsStockOnly) {
    const shown: unknown = query.state.data;
    // Every key begins with a noun: `Register` holds the queries to that.
    const { data, read } = follow(query.queryKey as ReadKey, shown, news, isStockOnly, today());
    // Only the data: when it was read, and whether it is stale, stays as it is.
    if (data !== shown) query.setState({ data });
    if (read === "no") return;
    query.invalidate();
    again(query, read);
  }

  function toAll(change: Change) {
    for (const query of cache.getAll()) {
      if (query.state.fetchStatus === "fetching") {
        const before = meanwhile.get(query.queryHash) ?? [];
        meanwhile.set(query.queryHash, [...before, { reading: query.promise, change }]);
      }
      change(query);
    }
  }

  const stop = cache.subscribe(({ type, query }) => {
    if (type === "removed") meanwhile.delete(query.queryHash);
    if (type !== "updated" || query.state.fetchStatus === "fetching") return;
    const changes = meanwhile.get(query.queryHash);
    if (!changes) return;
    meanwhile.delete(query.queryHash);
    // A reading that has begun after the change knows of it.
    for (const { reading, change } of changes) if (reading === query.promise) change(query);
  });

  return {
    take(news) {
      const isStockOnly = compare(news);
      toAll((query) => applyNews(query, news, isStockOnly));
    },
    takeMissed(changes) {
      const nouns: ReadonlySet<unknown> = staleAfterAll(changes);
      toAll((query) => {
        if (!nouns.has(query.queryKey[0])) return;
        query.invalidate();
        again(query, "soon");
      });
    },
    stop,
  };
}
