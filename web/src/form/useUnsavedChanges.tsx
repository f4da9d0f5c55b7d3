import { useBlocker } from "@tanstack/react-router";
import { type ReactNode, useEffect } from "react";
import { sessionState } from "../api/session/session.ts";
import { holdUnsavedWork } from "../api/unsaved-work.ts";
import { ConfirmDialog } from "../ui/dialog/ConfirmDialog.tsx";

/**
 * While something typed is not saved, asks before another screen replaces this one, and keeps the page if the session
 * ends. `onLeave` runs if the person chose to discard it. While it is not kept on this device either (`isKept`), the
 * browser asks before the page is closed. `isSameScreen` says which addresses are the same screen; by default those
 * with the same path. Render the result.
 */
export function useUnsavedChanges(
  unsaved: boolean,
  onLeave: () => void,
  isKept: boolean,
  isSameScreen = isSamePath,
): ReactNode {
  useEffect(() => (unsaved ? holdUnsavedWork() : undefined), [unsaved]);
  useAskBeforeClosing(unsaved && !isKept);
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      unsaved && !isSameScreen(current, next) && sessionState().user !== null,
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

type Place = { pathname: string; search: object };

function isSamePath(current: Place, next: Place): boolean {
  return current.pathname === next.pathname;
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
