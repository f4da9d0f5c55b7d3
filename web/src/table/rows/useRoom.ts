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
 * The width of the list of that label in whole rem, so that larger letters count too; kept up to date. `shows` says what
 * the element holds: grey rows take any width, so theirs is read when the browser lays the page out anyway.
 */
export function useRoom(
  box: RefObject<HTMLElement | null>,
  shows: "rows" | "grey rows" | "nothing",
  label: string,
): number {
  const [room, setRoom] = useState(() => lastRoom(label));
  const present = shows !== "nothing";
  // Rows must not be painted before it is known where their columns go.
  const isUnknown = shows === "rows" && room === Number.POSITIVE_INFINITY;
  useLayoutEffect(() => {
    const node = present && box.current;
    if (!node || typeof ResizeObserver === "undefined") return;
    const measure = () => {
      const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
      const measured = Math.floor(node.clientWidth / rem);
      rooms.set(label, { window: innerWidth, room: measured });
      setRoom(measured);
    };
    if (isUnknown) measure();
    const observer = new ResizeObserver(measure);
    observer.observe(node);
    return () => observer.disconnect();
  }, [box, present, label, isUnknown]);
  return room;
}
