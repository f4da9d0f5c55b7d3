/** How often to check whether the page is still busy, in milliseconds. */
const pause = 300;

/**
 * Runs `work` once the page is loaded, has no requests under way, and the browser is idle. The function that it returns
 * gives that up.
 */
export function whenQuiet(isBusy: () => boolean, work: () => void): () => void {
  let isWanted = true;
  let timer = setTimeout(look, pause);
  function look() {
    if (document.readyState !== "complete" || isBusy()) timer = setTimeout(look, pause);
    else whenIdle(() => isWanted && work());
  }
  return () => {
    isWanted = false;
    clearTimeout(timer);
  };
}

/** Runs `work` once the browser is idle. */
export function whenIdle(work: () => void): void {
  // Safari has no such callback.
  if ("requestIdleCallback" in window) requestIdleCallback(work, { timeout: 2000 });
  else setTimeout(work, pause);
}
