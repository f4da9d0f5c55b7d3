import { useRouterState } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { notePath } from "../ui/trail.ts";

/**
 * After each change of screen: records where the reader has been, and moves keyboard and screen reader to its start.
 */
export function useArrival(): void {
  const path = useRouterState({ select: (state) => state.resolvedLocation?.pathname });
  const index = useRouterState({ select: (state) => state.resolvedLocation?.state.__TSR_index });
  const first = useRef(true);

  useEffect(() => {
    if (path !== undefined && index !== undefined) notePath(index, path);
  }, [path, index]);

  useEffect(() => {
    if (path === undefined) return;
    if (first.current) {
      first.current = false;
      return;
    }
    const main = document.getElementById("main");
    // A screen may have focused its first field already.
    if (main && !main.contains(document.activeElement)) main.focus({ preventScroll: true });
  }, [path]);
}
