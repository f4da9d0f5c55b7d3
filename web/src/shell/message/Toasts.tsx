import { createPortal } from "react-dom";
import { useTopDialog } from "../../ui/dialog/dialog-stack.ts";
import { useToasts } from "../../ui/message/toast.ts";
import { LaterToastCard } from "../later-parts.tsx";

/**
 * The message at the top right, in the empty part of the top bar, so that it covers no button. If a dialog is open,
 * the message is inside it, so that it can be reached there too.
 */
export function Toasts() {
  const toasts = useToasts();
  const dialog = useTopDialog();
  return createPortal(
    <section
      aria-label="Messages"
      data-messages=""
      className="pointer-events-none fixed top-1 right-27 left-14 z-50 sm:right-40 sm:left-auto sm:w-96 lg:right-34 lg:w-120 print:hidden"
    >
      {toasts.map((toast) => (
        <LaterToastCard key={toast.id} toast={toast} />
      ))}
    </section>,
    dialog ?? document.body,
  );
}
