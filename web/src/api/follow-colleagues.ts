import { queryClient } from "./query-client.ts";
import { whenQuiet } from "./when-quiet.ts";

/**
 * Follows colleagues' changes once the first screen is shown; the connection's code is loaded after it. Returns a
 * function that stops it.
 */
export function followColleagues(): () => void {
  let stop: (() => void) | undefined;
  let stopped = false;
  whenQuiet(
    () => queryClient.isFetching() > 0,
    async () => {
      // Without that code the page works as without a connection: it loads data when a screen opens.
      const live = await import("./live.ts").catch(() => undefined);
      if (!stopped) stop = live?.startLive();
    },
  );
  return () => {
    stopped = true;
    stop?.();
  };
}
