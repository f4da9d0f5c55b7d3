import { useCallback, useSyncExternalStore } from "react";

/** Whether a media query such as "(min-width: 640px)" matches, kept up to date. */
function useMediaQuery(query: string): boolean {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const list = window.matchMedia?.(query);
      list?.addEventListener("change", onChange);
      return () => list?.removeEventListener("change", onChange);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => window.matchMedia?.(query).matches ?? false);
}

/** Whether the window is as narrow as a phone: then lists show cards. */
export function usePhone(): boolean {
  return useMediaQuery("(max-width: 639.98px)");
}

/** Whether the window is narrower than a desk's, where the sidebar is a drawer: a heading's minor buttons are icons there. */
export function useTablet(): boolean {
  return useMediaQuery("(max-width: 63.99rem)");
}

/** Whether the window is as wide as a desk's, where the sidebar is fixed. */
export function useDesk(): boolean {
  return useMediaQuery("(min-width: 64rem)");
}
