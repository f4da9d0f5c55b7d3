import { useEffect, useState } from "react";
import { flushSync } from "react-dom";

function isPaper(): boolean {
  return window.matchMedia?.("print").matches ?? false;
}

/** Whether the page is being printed, or shown as it would be printed. */
export function usePrinting(): boolean {
  const [printing, setPrinting] = useState(isPaper);
  useEffect(() => {
    // The browser lays out the paper as soon as this event is over.
    const begin = () => flushSync(() => setPrinting(true));
    const follow = () => flushSync(() => setPrinting(isPaper()));
    const query = window.matchMedia?.("print");
    window.addEventListener("beforeprint", begin);
    window.addEventListener("afterprint", follow);
    query?.addEventListener("change", follow);
    return () => {
      window.removeEventListener("beforeprint", begin);
      window.removeEventListener("afterprint", follow);
      query?.removeEventListener("change", follow);
    };
  }, []);
  return printing;
}
