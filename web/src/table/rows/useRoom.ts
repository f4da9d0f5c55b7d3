import { type RefObject, useLayoutEffect, useState } from "react";
import { isLaidOut } from "../../ui/browser/with-frame.ts";
import { keepLayout, keptLayout } from "./kept-layout.ts";

/**
 * The width of the list of that label in whole rem, so that larger letters count too; kept up to date. `shows` says what
 * the element holds: grey rows and cards take any width, so theirs is read when the browser lays the page out anyway; rows
 * wait for it, so it is read at once, while little has to be laid out. Without a layout every column has room. Undefined
 * until it is known, which is before anything is painted.
 */
export function useRoom(
  box: RefObject<HTMLElement | null>,
  shows: "rows" | "cards" | "grey rows" | "nothing",
  label: string,
): number | undefined {
  const [room, setRoom] = useState(
    () => keptLayout("room", label, innerWidth) ?? (isLaidOut ? undefined : Number.POSITIVE_INFINITY),
  );
  const present = shows !== "nothing";
  const isUnknown = shows === "rows" && room === undefined;
  useLayoutEffect(() => {
    const node = present && box.current;
    if (!node || !isLaidOut) return;
    const measure = () => {
      const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
      const measured = Math.floor(node.clientWidth / rem);
      keepLayout("room", label, innerWidth, measured);
      setRoom(measured);
    };
    if (isUnknown) measure();
    const observer = new ResizeObserver(measure);
    observer.observe(node);
    return () => observer.disconnect();
  }, [box, present, label, isUnknown]);
  return room;
}
