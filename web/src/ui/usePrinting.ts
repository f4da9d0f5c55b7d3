import { useSyncExternalStore } from "react";
import { flushSync } from "react-dom";

let isPrinting = false;

/** Whether the page is being printed, or shown as it would be printed. */
export function usePrinting(): boolean {
  return useSyncExternalStore(subscribe, () => isPrinting || (paper()?.matches ?? false));
}

function paper(): MediaQueryList | undefined {
  return window.matchMedia?.("print");
}

function subscribe(onChange: () => void): () => void {
  // The browser lays out the paper as soon as this event is over.
  const change = (printing: boolean) => () => {
    isPrinting = printing;
    flushSync(onChange);
  };
  const [begin, end] = [change(true), change(false)];
  const query = paper();
  window.addEventListener("beforeprint", begin);
  window.addEventListener("afterprint", end);
  query?.addEventListener("change", onChange);
  return () => {
    window.removeEventListener("beforeprint", begin);
    window.removeEventListener("afterprint", end);
    query?.removeEventListener("change", onChange);
  };
}
