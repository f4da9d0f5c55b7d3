import { useCallback } from "react";
import type { Target } from "../../paths.ts";
import { useRouter } from "../../router/RouterProvider.tsx";
import { pathBefore } from "./trail.ts";

/**
 * Goes to a screen that the reader probably came from. If it is the previous page, it is the same page again, whatever the
 * target's search: same filters, same page of the list, same scroll position. Otherwise it is opened anew.
 */
export function useReturnTo(): (target: Target) => void {
  const router = useRouter();
  return useCallback(
    (target) => {
      const index = router.location.index;
      if (pathBefore(index) === target.to) router.history.go(-1);
      else void router.navigate(target);
    },
    [router],
  );
}
