import { type RefObject, useContext, useEffect, useRef } from "react";
import { RouterContext } from "../../router/RouterProvider.tsx";
import { openDialog, topDialog } from "./dialog-stack.ts";

/**
 * Opens a `<dialog>` as a modal for as long as its component is rendered. The browser makes the rest of the page
 * unreachable, keeps the focus inside and returns it at the end. The focus goes to the element marked
 * `data-autofocus`, otherwise to the first field, otherwise to the first control. The browser's Back closes the dialog on
 * top, as Escape does, instead of leaving the screen under it.
 */
export function useModal(): RefObject<HTMLDialogElement | null> {
  const ref = useRef<HTMLDialogElement>(null);
  const router = useContext(RouterContext);
  useEffect(() => {
    const dialog = ref.current;
    if (!dialog) return;
    const before = document.activeElement;
    const { documentElement: page } = document;
    // A page without a scrollbar has no space to reserve for it. (Under another dialog the page's own is hidden.)
    if (!document.querySelector("dialog[open]")) {
      page.toggleAttribute("data-scrollbar", window.innerWidth > page.clientWidth);
    }
    dialog.showModal();
    const first =
      dialog.querySelector<HTMLElement>("[data-autofocus]") ??
      dialog.querySelector<HTMLElement>("input:not([type=hidden]), select, textarea");
    first?.focus();
    const closed = openDialog(dialog);
    const unblock = router?.history.block({
      blockerFn: ({ action }) => {
        // Only a person goes "BACK": the product itself uses `history.go`.
        if (action !== "BACK" || dialog !== topDialog()) return false;
        if (dialog.dispatchEvent(new Event("cancel", { cancelable: true }))) dialog.close();
        return true;
      },
      enableBeforeUnload: false,
    });
    return () => {
      unblock?.();
      closed();
      dialog.close();
      // The browser returns the focus too, but not if the dialog has left the page first.
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, [router]);
  return ref;
}
