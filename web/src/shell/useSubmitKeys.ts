import { useEffect } from "react";
import { isComposing } from "../ui/browser/is-composing.ts";
import { topDialog } from "../ui/dialog/dialog-stack.ts";

/**
 * Ctrl or ⌘ with Enter saves, wherever the focus is in a form or dialog: it presses the submit button of the form with
 * the focus, or of the only other one that can be reached.
 */
export function useSubmitKeys(): void {
  useEffect(() => {
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);
}

function onKeyDown(event: KeyboardEvent) {
  if (isComposing(event)) return;
  const pressed = event.key === "Enter" && (event.ctrlKey || event.metaKey);
  if (!pressed || event.repeat || event.defaultPrevented) return;
  const form = formInReach(event.target);
  if (!form) return;
  // The browser may submit the form for this key too: once is enough.
  event.preventDefault();
  // By its button, which does nothing while the form can't be sent.
  form.querySelector<HTMLButtonElement>("button[type=submit]")?.click();
}

/** A dialog's form while a dialog is open, even if the dialog is inside the page's form. */
function formInReach(target: EventTarget | null): HTMLFormElement | null {
  const reach = topDialog() ?? document;
  const focused = target instanceof Element ? target.closest("form") : null;
  if (focused && reach.contains(focused)) return focused;
  const forms = reach.querySelectorAll("form");
  return forms.length === 1 ? (forms[0] ?? null) : null;
}
