import { useNavigate, useRouter } from "@tanstack/react-router";
import type { MouseEvent } from "react";
import type { Target } from "../paths.ts";

/**
 * The properties that make an `<a>` lead to a screen of the product. Unlike the router's own link, it preloads
 * nothing: a pointer that crosses a chart touches dozens of marks. Ctrl, ⌘ and the middle button open another tab.
 */
export function useOpenTarget() {
  const navigate = useNavigate();
  const router = useRouter();
  return {
    hrefOf: (target: Target): string => router.buildLocation(target).href,
    open: (event: MouseEvent, target: Target) => {
      if (event.defaultPrevented || event.button !== 0) return;
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      void navigate(target);
    },
  };
}
