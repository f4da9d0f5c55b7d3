import { type RefObject, useLayoutEffect, useRef, useState } from "react";
import { isLaidOut, withFrame } from "../ui/browser/with-frame.ts";

const widthWithoutLayout = 640;

/** The width of an element in whole pixels, kept up to date; 640 if there is no layout. */
export function useWidth<E extends HTMLElement>(): [RefObject<E | null>, number] {
  const ref = useRef<E>(null);
  const [width, setWidth] = useState(isLaidOut ? 0 : widthWithoutLayout);
  useLayoutEffect(() => {
    const node = ref.current;
    if (!node || !isLaidOut) return;
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
