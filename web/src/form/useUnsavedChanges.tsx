import type { RouterHistory } from "@tanstack/history";
import { type ReactNode, useEffect, useEffectEvent, useState } from "react";
import { sessionState } from "../api/session/session.ts";
import { holdUnsavedWork } from "../api/unsaved-work.ts";
import { useRouter } from "../router/RouterProvider.tsx";
import { parseSearch } from "../search.ts";
import { ConfirmDialog } from "../ui/dialog/ConfirmDialog.tsx";
import { hasOpenDialog } from "../ui/dialog/dialog-stack.ts";
import { unsavedQuestion } from "./unsaved-question.ts";

/**
 * While something typed is not saved, asks before another screen replaces this one, and keeps the page if the session
 * ends. `onLeave` runs if the person chose to discard it. While it is not kept on this device either (`isKept`), the
 * browser asks before the page is closed. `isUnknown`: it may be saved all the same, because only the answer was lost.
 * `isSameScreen` says which addresses are the same screen; by default those with the same path. Render the result.
 */
export function useUnsavedChanges(
  unsaved: boolean,
  onLeave: () => void,
  { isKept, isUnknown, isSameScreen = isSamePath }: Options,
): ReactNode {
  useEffect(() => (unsaved ? holdUnsavedWork(isUnknown) : undefined), [unsaved, isUnknown]);
  useAskBeforeClosing(unsaved && !isKept);
  const router = useRouter();
  /** Goes where the person wanted to go, while that is asked about. */
  const [leave, setLeave] = useState<() => void>();
  const block = useEffectEvent(({ currentLocation, nextLocation, action }: Navigation): boolean => {
    // Back closes an open dialog (`useModal`).
    if (action === "BACK" && hasOpenDialog()) return false;
    const placeOf = ({ pathname, search }: typeof nextLocation): Place => ({
      pathname,
      search: parseSearch(search),
    });
    if (isSameScreen(placeOf(currentLocation), placeOf(nextLocation))) return false;
    if (sessionState().user === null) return false;
    const { history } = router;
    const { href, state } = nextLocation;
    setLeave(() => () => {
      const unasked = { ignoreBlocker: true };
      if (action === "PUSH") history.push(href, state, unasked);
      else if (action === "REPLACE") history.replace(href, state, unasked);
      else history.go(state.__TSR_index - currentLocation.state.__TSR_index, unasked);
    });
    return true;
  });
  useEffect(() => {
    // The browser is not kept waiting for the answer: it would stand at the other address already, and another Back
    // would leave Rounds.
    if (unsaved)
      return router.history.block({ blockerFn: (to: Navigation) => block(to), enableBeforeUnload: false });
  }, [router, unsaved]);
  if (!leave) return null;
  const stay = () => setLeave(undefined);
  return (
    <ConfirmDialog
      {...unsavedQuestion("Leave", isUnknown)}
      confirmLabel="Leave"
      onConfirm={() => {
        stay();
        onLeave();
        leave();
      }}
      onCancel={stay}
    />
  );
}

type Navigation = Parameters<Parameters<RouterHistory["block"]>[0]["blockerFn"]>[0];
type Options = {
  isKept: boolean;
  isUnknown: boolean;
  isSameScreen?: (current: Place, next: Place) => boolean;
};
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
