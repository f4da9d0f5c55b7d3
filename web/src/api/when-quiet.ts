/** How often to check whether the page is still busy, in milliseconds. */
const pause = 300;

/** Runs `work` once the page is loaded, has no requests under way, and the browser is idle. */
export function whenQuiet(isBusy: () => boolean, work: () => void): void {
  const look = () => {
    if (document.readyState !== "complete" || isBusy()) setTimeout(look, pause);
    else whenIdle(work);
  };
  setTimeout(look, pause);
}

/** Runs `work` once the browser is idle. */
export function whenIdle(work: () => void): void {
  // Safari has no such callback.
  if ("requestIdleCallback" in window) requestIdleCallback(work, { timeout: 2000 });
  else setTimeout(work, pause);
}
