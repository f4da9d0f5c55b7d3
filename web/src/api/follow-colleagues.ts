import { queryClient } from "./query-client.ts";
import { whenQuiet } from "./when-quiet.ts";

/**
 * Follows what colleagues do, as soon as the first screen is there: the code of the connection comes after it. Gives
 * the end of it.
 */
export function followColleagues(): () => void {
  let stop: (() => void) | undefined;
  let stopped = false;
  whenQuiet(
    () => queryClient.isFetching() > 0,
    async () => {
      // Without its code the page is as it was without a connection: it reads when a screen is opened.
      const live = await import("./live.ts").catch(() => undefined);
      if (!stopped) stop = live?.startLive();
    },
  );
  return () => {
    stopped = true;
    stop?.();
  };
}
