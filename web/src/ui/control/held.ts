import type { MouseEvent } from "react";

/**
 * The properties of a button that can't be pressed for now. Unlike a disabled one it keeps the focus, from which the keyboard
 * would otherwise be thrown to the page's top. A press does nothing, also not to the row or card around it, nor does Enter in a
 * field of a form that it would submit.
 */
export const held = {
  "aria-disabled": true,
  onClick: (event: MouseEvent) => {
    event.preventDefault();
    event.stopPropagation();
  },
} as const;
