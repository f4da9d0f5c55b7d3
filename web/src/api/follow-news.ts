import { follow, type ReadKey } from "@rounds/domain/live/follow.ts";
import { type IsStockOnly, rememberProducts } from "@rounds/domain/live/follow-products.ts";
import type { Reading } from "@rounds/domain/live/followed.ts";
import type { News } from "@rounds/domain/live/news.ts";
import type { Query } from "@tanstack/react-query";
import { today } from "./clock.ts";
import { queryClient } from "./query-client.ts";

/** News with what was known before them. */
type Heard = { news: News; isStockOnly: IsStockOnly };
/** Something to read again, now or later. */
type Again = (query: Query, read: Reading) => void;

/**
 * Takes news into everything that the page has read: what is certain shows at once. The rest is marked as stale, and
 * `again` is told of it. A reading that is under way may have been answered before the change: what it brings gets the
 * news again. `stop` ends that.
 */
export function startFollowing(again: Again): { take(news: News): void; stop(): void } {
  const { compare } = rememberProducts();
  const missed = new Map<string, Heard[]>();
  const cache = queryClient.getQueryCache();

  function apply(query: Query, { news, isStockOnly }: Heard) {
    const shown: unknown = query.state.data;
    // Every key begins with a noun: `Register` holds the queries to that.
    const { data, read } = follow(query.queryKey as ReadKey, shown, news, isStockOnly, today());
    // Only the data: when it was read, and whether it is stale, stays as it is.
    if (data !== shown) query.setState({ data });
    if (read === "no") return;
    query.invalidate();
    again(query, read);
  }

  const stop = cache.subscribe(({ type, query }) => {
    if (type === "removed") missed.delete(query.queryHash);
    if (type !== "updated" || query.state.fetchStatus === "fetching") return;
    const heard = missed.get(query.queryHash);
    if (!heard) return;
    missed.delete(query.queryHash);
    for (const one of heard) apply(query, one);
  });

  return {
    take(news) {
      const heard = { news, isStockOnly: compare(news) };
      for (const query of cache.getAll()) {
        if (query.state.fetchStatus === "fetching") {
          missed.set(query.queryHash, [...(missed.get(query.queryHash) ?? []), heard]);
        }
        apply(query, heard);
      }
    },
    stop,
  };
}
