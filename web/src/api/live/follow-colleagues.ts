import { queryClient } from "../query-client.ts";
import { whenQuiet } from "../when-quiet.ts";

/**
 * Follows colleagues' changes once the first screen is shown; the connection's code is loaded after it. Returns a
 * function that stops it.
 */
export function followColleagues(): () => void {
  let stop: (() => void) | undefined;
  let stopped = false;
  const start = async () => {
    const live = await import("./live.ts").catch(() => undefined);
    if (stopped) return;
    if (live) stop = live.startLive();
    // Without that code the page works as without a connection: it loads data when a screen opens.
    else addEventListener("online", start, { once: true });
  };
  const giveUp = whenQuiet(() => queryClient.isFetching() > 0, start);
  return () => {
    stopped = true;
    giveUp();
    removeEventListener("online", start);
    stop?.();
  };
}
