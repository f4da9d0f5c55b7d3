import { useLayoutEffect } from "react";
import { createPortal } from "react-dom";
import { onTopDialog, topDialog } from "../../ui/dialog/dialog-stack.ts";
import { useToasts } from "../../ui/message/toast.ts";
import { LaterToastCard } from "../later-parts.tsx";

/** What the messages are in. It goes from place to place as it is: made anew, they would be spoken and last once more. */
const host = document.createElement("div");

/**
 * Moves the messages into the dialog on top, or else the page. It does so at once: a dialog that has closed gives the focus
 * back, perhaps to a message. What was spoken stays behind, or it would be spoken again.
 */
function move() {
  const place = topDialog() ?? document.body;
  if (host.parentNode === place) return;
  for (const spoken of host.querySelectorAll("[aria-live]")) spoken.replaceChildren();
  place.append(host);
}

/**
 * The message at the top right, in the empty part of the top bar, so that it covers no button. If a dialog is open,
 * the message is inside it, so that it can be reached there too. What screen readers speak is beside it, in elements that are
 * there before their words (ToastCard.tsx).
 */
export function Toasts() {
  const toasts = useToasts();
  useLayoutEffect(() => {
    move();
    return onTopDialog(move);
  }, []);
  return createPortal(
    <>
      <section
        aria-label="Messages"
        data-messages=""
        className="pointer-events-none fixed top-1 right-27 left-14 z-50 sm:right-40 sm:left-auto sm:w-96 lg:right-34 lg:w-120 print:hidden"
      >
        {toasts.map((toast) => (
          <LaterToastCard key={toast.id} toast={toast} />
        ))}
      </section>
      <p aria-live="polite" className="sr-only" />
      <p aria-live="assertive" className="sr-only" />
    </>,
    host,
  );
}
