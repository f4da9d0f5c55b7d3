import { type RefObject, useLayoutEffect, useRef, useState } from "react";
import { withFrame } from "../ui/browser/with-frame.ts";

/** Without it, as in a page that is never laid out, every element has the same width. */
const measures = typeof ResizeObserver !== "undefined";
const widthWithoutLayout = 640;

/** The width of an element in whole pixels, kept up to date; 640 if there is no layout. */
export function useWidth<E extends HTMLElement>(): [RefObject<E | null>, number] {
  const ref = useRef<E>(null);
  const [width, setWidth] = useState(measures ? 0 : widthWithoutLayout);
  useLayoutEffect(() => {
    const node = ref.current;
    if (!node || !measures) return;
    const measure = () => setWidth(Math.floor(node.clientWidth) || widthWithoutLayout);
    const giveUp = withFrame(measure);
    const observer = new ResizeObserver(measure);
    observer.observe(node);
    return () => {
      giveUp();
      observer.disconnect();
    };
  }, []);
  return [ref, width];
}
