import type { MouseEvent, PointerEvent } from "react";
import type { Target } from "../../paths.ts";
import { useRouter } from "../../router/RouterProvider.tsx";
import { hrefOf } from "../../router/router.ts";

/**
 * Makes a whole row lead where its link leads, for the pointer; the keyboard uses the link itself. Links and buttons
 * in the row keep their own meaning, selecting text opens nothing, and Ctrl, ⌘ or the middle button open another tab.
 * The target's code and data are on their way from the press on, before the finger lifts.
 */
export function useOpenRow(): (target: Target | undefined) => {
  onPointerDown?: (event: PointerEvent) => void;
  onClick?: (event: MouseEvent) => void;
  onAuxClick?: (event: MouseEvent) => void;
} {
  const router = useRouter();
  return (target) => {
    if (!target) return {};
    const open = (event: MouseEvent) => {
      if (!(event.target instanceof Element) || event.target.closest("a, button, input, select, label"))
        return;
      if (event.button === 0 && window.getSelection()?.isCollapsed === false) return;
      if (event.button === 1 || event.metaKey || event.ctrlKey) {
        window.open(hrefOf(target), "_blank", "noopener");
      } else if (event.button === 0) {
        void router.navigate(target);
      }
    };
    const press = (event: PointerEvent) => {
      if (event.button === 0) router.preload(target);
    };
    return { onPointerDown: press, onClick: open, onAuxClick: open };
  };
}
