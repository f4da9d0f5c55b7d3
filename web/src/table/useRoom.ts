import { type RefObject, useLayoutEffect, useState } from "react";

/** From this width on, in rem, every list has room for all its columns. */
export const fullRoom = 60;

/**
 * The width of a list in whole rem, so that larger letters count too; kept up to date. `present` says whether the
 * element is on the page.
 */
export function useRoom(box: RefObject<HTMLElement | null>, present: boolean): number {
  const [room, setRoom] = useState(Number.POSITIVE_INFINITY);
  useLayoutEffect(() => {
    const node = present && box.current;
    if (!node || typeof ResizeObserver === "undefined") return;
    const measure = () => {
      const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
      setRoom(Math.floor(node.clientWidth / rem));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(node);
    return () => observer.disconnect();
  }, [box, present]);
  return room;
}
