import { useCallback, useLayoutEffect, useRef } from "react";
import { isFormPath, type Target } from "../../paths.ts";
import { useRouter } from "../../router/RouterProvider.tsx";
import { pathBefore, stepsToOrigin } from "./trail.ts";

/**
 * Leaves a screen to which the browser's Back button must not return, as a saved form or a deleted row: goes back to
 * the screen that opened it, if that is the target, otherwise replaces this screen with the target. With `toOrigin`,
 * the target is the screen that opened it, if that is known: the last one that is no form itself, such as the choice of
 * a doctor for the form. A screen that was left already, as for the sign-in, leads nowhere.
 */
export function useLeave(): (target: Target, options?: { toOrigin?: boolean }) => void {
  const router = useRouter();
  const isShown = useRef(false);
  // With the screen itself: an effect of its own would end later, and lead away from what is shown by then.
  useLayoutEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  return useCallback(
    (target, { toOrigin = false } = {}) => {
      if (!isShown.current) return;
      const index = router.location.index;
      const steps = toOrigin ? stepsToOrigin(index, isFormPath) : undefined;
      if (steps !== undefined) router.history.go(-steps);
      else if (!toOrigin && pathBefore(index) === target.to && !target.search) router.history.go(-1);
      else void router.navigate({ ...target, replace: true });
    },
    [router],
  );
}
