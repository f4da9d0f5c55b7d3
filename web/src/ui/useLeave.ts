import { useNavigate, useRouter } from "@tanstack/react-router";
import { useCallback } from "react";
import { isFormPath, type Target } from "../paths.ts";
import { pathBefore } from "./trail.ts";

/**
 * Leaves a screen that must not come back with the browser's Back button, as a form that was saved or a row that was
 * deleted: goes back to the screen that it was opened from, if that is the target, or else puts the target in its
 * place. With `toOrigin` the screen that it was opened from is the target, if it is known and no form itself.
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
