import type { ReadNoun } from "@rounds/domain/live/stale-after.ts";
import { QueryClient } from "@tanstack/react-query";
import { ApiError } from "./api-error.ts";

declare module "@tanstack/react-query" {
  interface Register {
    /** Begins with the noun whose routes answer, which tells what makes it stale. */
    queryKey: readonly [ReadNoun, ...unknown[]];
  }
}

/** Whether a failed reading is worth another try: only when the network or the server was at fault. */
export function mayRetry(failures: number, error: unknown): boolean {
  return failures < 2 && error instanceof ApiError && error.retryable;
}

/**
 * The page's one store of what was read. Data shows at once and is read again when a screen opens or the window
 * gets the focus, unless it is younger than a few seconds. Writing is never repeated by itself.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: mayRetry,
      retryDelay: (failures) => 400 * 2 ** failures,
      staleTime: 5_000,
      gcTime: 10 * 60_000,
      refetchOnWindowFocus: true,
      // Offline, a reading fails at once and says so, instead of waiting without a word.
      networkMode: "always",
    },
    mutations: { retry: false, networkMode: "always" },
  },
});
