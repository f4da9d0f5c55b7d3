import type { FetchQueryOptions } from "@tanstack/react-query";
import { queryClient } from "./api/query-client.ts";
import { sessionState } from "./api/session/session.ts";

type Key = Parameters<typeof queryClient.prefetchQuery>[0]["queryKey"];

/**
 * Starts to read what a screen will show, while its code is loaded or a finger still rests on the link to it. Nothing
 * waits for it, and a failure is told by the screen, which reads again. The query may be in a module that comes later.
 */
export function startReading<Data, Result, K extends Key>(
  query: () => Promise<FetchQueryOptions<Data, Error, Result, K>>,
): void {
  const { user, secondStep } = sessionState();
  if (!user || secondStep) return;
  query().then(
    (found) => queryClient.prefetchQuery(found),
    () => {},
  );
}
