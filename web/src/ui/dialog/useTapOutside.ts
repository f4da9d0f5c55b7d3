import { type PointerEvent, type SyntheticEvent, useRef } from "react";

/**
 * Closes a window by a tap on what is around it: pressed and released there, so that a text that is marked beyond the edge closes
 * nothing. It waits for the click, which is the last event of a tap: if the window went before it, what lies under the finger
 * would get it. Give what is returned to the window's `<dialog>`.
 */
export function useTapOutside(onClose: () => void) {
  const pressed = useRef(false);
  const tapped = useRef(false);
  return {
    onPointerDown: (event: PointerEvent) => {
      pressed.current = isOutside(event);
      tapped.current = false;
    },
    onPointerUp: (event: PointerEvent) => {
      tapped.current = pressed.current && isOutside(event);
    },
    onClick: (event: SyntheticEvent) => {
      if (tapped.current && isOutside(event)) onClose();
      tapped.current = false;
    },
  };
}

function isOutside({ target, currentTarget }: SyntheticEvent): boolean {
  return target === currentTarget;
}
