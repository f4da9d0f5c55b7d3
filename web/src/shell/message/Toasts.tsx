import { useLayoutEffect } from "react";
import { createPortal } from "react-dom";
import { onTopDialog, topDialog } from "../../ui/dialog/dialog-stack.ts";
import { useToasts } from "../../ui/message/toast.ts";
import { LaterToastCard } from "../later-parts.tsx";

/** What the messages are in. It goes from place to place as it is: made anew, they would last once more. */
const host = document.createElement("div");

/**
 * Moves the messages into the dialog on top, or else the page. It does so at once: a dialog that has closed gives the focus
 * back, perhaps to a message.
 */
function move() {
  const place = topDialog() ?? document.body;
  if (host.parentNode !== place) place.append(host);
}

/**
 * The messages at the top right, in the empty part of the top bar, so that they cover no button. If a dialog is open,
 * they are inside it, so that they can be reached there too. Screen readers speak of what joins elements that are there
 * before: an error at once, anything else once nothing else is spoken.
 */
export function Toasts() {
  const toasts = useToasts();
  useLayoutEffect(() => {
    move();
    return onTopDialog(move);
  }, []);
  return createPortal(
    <section
      aria-label="Messages"
      data-messages=""
      className="pointer-events-none fixed top-1 right-27 left-14 z-50 sm:right-40 sm:left-auto sm:w-96 lg:right-34 lg:w-120 print:hidden"
    >
      {(["assertive", "polite"] as const).map((live) => (
        <div key={live} aria-live={live}>
          {toasts
            .filter(({ type }) => (type === "error") === (live === "assertive"))
            .map((toast) => (
              <LaterToastCard key={toast.id} toast={toast} />
            ))}
        </div>
      ))}
    </section>,
    host,
  );
}
