import { useNavigate, useRouter } from "@tanstack/react-router";
import { useCallback } from "react";
import { isFormPath, type Target } from "../paths.ts";
import { pathBefore } from "./trail.ts";

/**
 * Leaves a screen to which the browser's Back button must not return, as a saved form or a deleted row: goes back to
 * the screen that opened it, if that is the target, otherwise replaces this screen with the target. With `toOrigin`,
 * the screen that opened it is the target, if it is known and not a form itself.
 */
export function useLeave(): (target: Target, options?: { toOrigin?: boolean }) => void {
  const router = useRouter();
  const navigate = useNavigate();
  return useCallback(
    (target, { toOrigin = false } = {}) => {
      const before = pathBefore(router.history.location.state.__TSR_index);
      const isOrigin = toOrigin ? before !== undefined && !isFormPath(before) : before === target.to;
      if (isOrigin && (toOrigin || !target.search)) router.history.back();
      else void navigate({ ...target, replace: true });
    },
    [router, navigate],
  );
}
