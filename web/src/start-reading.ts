import type { FetchQueryOptions } from "@tanstack/react-query";
import { queryClient } from "./api/query-client.ts";
import { sessionState } from "./api/session/session.ts";

type Key = Parameters<typeof queryClient.prefetchQuery>[0]["queryKey"];

/**
 * Starts to read what a screen will show, while its code is loaded or a finger still rests on the link to it. Nothing
 * waits for it, and the screen reports a failure and reads again. The queries may be in a module that comes later.
 */
export function startReading<Queries, Data, Result, K extends Key>(
  queries: () => Promise<Queries> | Queries,
  choose: (queries: Queries) => FetchQueryOptions<Data, Error, Result, K>,
): void {
  const { user, secondStep } = sessionState();
  if (!user || secondStep) return;
  Promise.resolve(queries()).then(
    (found) => queryClient.prefetchQuery(choose(found)),
    () => {},
  );
}
