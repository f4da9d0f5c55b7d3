import { useNavigate, useRouter } from "@tanstack/react-router";
import { useCallback } from "react";
import type { Target } from "../../paths.ts";
import { pathBefore } from "./trail.ts";

/**
 * Goes to a screen that the reader probably came from. If it is the previous page, it is the same page again: same
 * filters, same page of the list, same scroll position. Otherwise it is opened anew.
 */
export function useReturnTo(): (target: Target) => void {
  const router = useRouter();
  const navigate = useNavigate();
  return useCallback(
    (target) => {
      const index = router.history.location.state.__TSR_index;
      if (pathBefore(index) === target.to && !target.search) router.history.go(-1);
      else void navigate(target);
    },
    [router, navigate],
  );
}
