import { useLayoutEffect, useRef } from "react";
import { useRefusals } from "../api/permissions.ts";
import { sessionState } from "../api/session/session.ts";
import { paths, type Target } from "../paths.ts";
import { useRouter } from "../router/RouterProvider.tsx";
import { hasOpenDialog } from "../ui/dialog/dialog-stack.ts";
import { toast } from "../ui/message/toast.ts";
import { accountNavigation, navigation, performance } from "./navigation/navigation.ts";
import { usesSingleKeys } from "./single-keys.ts";

/** How long after "g" the second key counts, in milliseconds. */
const longestWait = 1500;

/** Where "n" leads: a new record of the screen's kind, otherwise a visit. */
export function newTarget(path: string): Target {
  if (path.startsWith(paths.doctors().to)) return paths.addDoctor();
  if (path.startsWith(paths.products().to)) return paths.addProduct();
  return paths.addVisit();
}

/** Whether a key pressed there is text. */
export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && target.closest("input, textarea, select, [contenteditable]") !== null
  );
}

/**
 * The keys that work on every screen, but not while typing: "/", "n", "g" and a letter, "?", unless these are switched off on this
 * device; and Ctrl or ⌘ with K for the palette, also while typing. None of them works under a dialog.
 */
export function useShortcuts(show: (dialog: "help" | "palette") => void): void {
  const router = useRouter();
  const noProducts = useRefusals().of("change_products");
  // When "g" was pressed, by the clock of events, which nobody sets. Kept while the screen changes in between.
  const leader = useRef(-longestWait);

  // Before the first paint: whoever sees the screen can use the keys.
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented) return;
      if (event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey) && !event.altKey) {
        // The browser would search the web for it.
        event.preventDefault();
        if (!hasOpenDialog()) show("palette");
        return;
      }
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (isTyping(event.target) || hasOpenDialog() || !usesSingleKeys()) return;
      const led = event.timeStamp - leader.current < longestWait;
      leader.current = -longestWait;
      const go = (target: Target) => {
        event.preventDefault();
        void router.navigate(target);
      };
      if (led) {
        const screens = [...navigation, performance, ...accountNavigation(sessionState().user)];
        const entry = screens.find(({ key }) => key === event.key);
        if (entry) go(entry.target);
      } else if (event.key === "g") {
        leader.current = event.timeStamp;
      } else if (event.key === "n") {
        const target = newTarget(router.location.pathname);
        if (noProducts && target.to === paths.addProduct().to) toast.info(noProducts);
        else go(target);
      } else if (event.key === "/") {
        const search = document.querySelector<HTMLInputElement>("[data-search]");
        if (!search) return;
        event.preventDefault();
        search.focus();
        search.select();
      } else if (event.key === "?") {
        event.preventDefault();
        show("help");
      }
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [router, show, noProducts]);
}
