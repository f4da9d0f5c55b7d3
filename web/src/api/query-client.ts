import type { ReadNoun } from "@rounds/domain/live/stale-after.ts";
import { QueryClient } from "@tanstack/react-query";
import { ApiError } from "./api-error.ts";

declare module "@tanstack/react-query" {
  interface Register {
    /** Begins with the noun whose routes answer, which tells what makes it stale. */
    queryKey: readonly [ReadNoun, ...unknown[]];
  }
}

/** Whether to repeat a failed request: only if the network or the server was at fault. */
function mayRetry(failures: number, error: unknown): boolean {
  return failures < 2 && error instanceof ApiError && error.retryable;
}

/**
 * The page's one cache of server data. Cached data shows at once, and is refetched when a screen opens or the window
 * gets the focus, unless it is only a few seconds old. Writes are never repeated automatically.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: mayRetry,
      retryDelay: (failures) => 400 * 2 ** failures,
      staleTime: 5_000,
      gcTime: 10 * 60_000,
      refetchOnWindowFocus: true,
      // Offline, a request fails at once and says so, instead of waiting silently.
      networkMode: "always",
      // What could not be read is read again once there is a connection; the live connection catches up with the rest.
      refetchOnReconnect: ({ state }) => state.status === "error" && "always",
    },
    mutations: { retry: false, networkMode: "always" },
  },
});
