import { type RefObject, useLayoutEffect, useRef, useState } from "react";
import { withFrame } from "../ui/browser/with-frame.ts";

/** The width of an element in whole pixels, kept up to date; 640 if there is no layout. */
export function useWidth<E extends HTMLElement>(): [RefObject<E | null>, number] {
  const ref = useRef<E>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const node = ref.current;
    if (!node) return;
    const measure = () => setWidth(Math.floor(node.clientWidth) || 640);
    const giveUp = withFrame(measure);
    const observer = typeof ResizeObserver === "undefined" ? undefined : new ResizeObserver(measure);
    observer?.observe(node);
    return () => {
      giveUp();
      observer?.disconnect();
    };
  }, []);
  return [ref, width];
}
