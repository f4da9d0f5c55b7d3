import { type RefObject, useLayoutEffect, useState } from "react";

/** From this width on, in rem, every list has room for all its columns. */
export const fullRoom = 60;

/** The room of each list when it was shown last, with the window's width then: it most likely has the same again. */
const rooms = new Map<string, { window: number; room: number }>();

function lastRoom(label: string): number {
  const last = rooms.get(label);
  return last?.window === innerWidth ? last.room : Number.POSITIVE_INFINITY;
}

/**
 * The width of the list of that label in whole rem, so that larger letters count too; kept up to date. `present` says
 * whether the element is on the page.
 */
export function useRoom(box: RefObject<HTMLElement | null>, present: boolean, label: string): number {
  const [room, setRoom] = useState(() => lastRoom(label));
  useLayoutEffect(() => {
    const node = present && box.current;
    if (!node || typeof ResizeObserver === "undefined") return;
    const measure = () => {
      const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
      const measured = Math.floor(node.clientWidth / rem);
      rooms.set(label, { window: innerWidth, room: measured });
      setRoom(measured);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(node);
    return () => observer.disconnect();
  }, [box, present, label]);
  return room;
}
