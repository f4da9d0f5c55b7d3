import { useEffect, useRef } from "react";
import type { Target } from "../../paths.ts";
import { useNavigate, usePath } from "../../router/RouterProvider.tsx";

/**
 * Replaces this screen with another one: the target at creation time, whatever the address is while the other screen
 * loads. If another navigation comes in between, such as that of a form that has just saved, it goes there again.
 */
export function Redirect({ target }: { target: Target }) {
  const first = useRef(target);
  const navigate = useNavigate();
  const path = usePath();
  useEffect(() => {
    const { current } = first;
    if (path !== current.to) void navigate({ ...current, replace: true });
  }, [navigate, path]);
  return null;
}
