/** How often to check whether the page is still busy, in milliseconds. */
const pause = 300;

/** Runs `work` once the page is loaded, has no requests under way, and the browser is idle. */
export function whenQuiet(isBusy: () => boolean, work: () => void): void {
  const look = () => {
    if (document.readyState !== "complete" || isBusy()) setTimeout(look, pause);
    // Safari has no such callback.
    else if ("requestIdleCallback" in window) requestIdleCallback(work, { timeout: 2000 });
    else setTimeout(work, pause);
  };
  setTimeout(look, pause);
}
