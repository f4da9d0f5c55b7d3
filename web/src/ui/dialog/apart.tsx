import type { ReactNode } from "react";
import { createRoot } from "react-dom/client";

/** Shows something outside the screen, which stays when the screen changes, until it calls `close`. */
export function showApart(content: (close: () => void) => ReactNode): () => void {
  const place = document.body.appendChild(document.createElement("div"));
  const root = createRoot(place);
  const close = () => {
    root.unmount();
    place.remove();
  };
  root.render(content(close));
  return close;
}
