import { useBlocker } from "@tanstack/react-router";
import { type ReactNode, useEffect } from "react";
import { sessionState } from "../api/session.ts";
import { holdUnsavedWork } from "../api/unsaved-work.ts";
import { ConfirmDialog } from "../ui/ConfirmDialog.tsx";

/**
 * While something typed is not saved, asks before another screen replaces this one, and keeps the page if the session
 * ends. `onLeave` runs if the person chose to discard it. While it is not kept on this device either (`isKept`), the
 * browser asks before the page is closed. Render the result.
 */
export function useUnsavedChanges(unsaved: boolean, onLeave: () => void, isKept: boolean): ReactNode {
  useEffect(() => (unsaved ? holdUnsavedWork() : undefined), [unsaved]);
  useAskBeforeClosing(unsaved && !isKept);
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      unsaved && current.pathname !== next.pathname && sessionState().user !== null,
    enableBeforeUnload: false,
    withResolver: true,
  });
  if (blocker.status !== "blocked") return null;
  return (
    <ConfirmDialog
      title="Leave without saving?"
      question="What you typed here is not saved yet."
      confirmLabel="Leave"
      cancelLabel="Keep editing"
      onConfirm={() => {
        onLeave();
        blocker.proceed();
      }}
      onCancel={blocker.reset}
    />
  );
}

/** Makes the browser ask before the page is closed, while something typed would be lost with it. */
export function useAskBeforeClosing(asks: boolean): void {
  useEffect(() => {
    if (!asks) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", ask);
    return () => removeEventListener("beforeunload", ask);
  }, [asks]);
}
