import { useSyncExternalStore } from "react";

/** What a person may choose; "system" follows the device. */
export type Theme = "system" | "light" | "dark";

// The page's public/theme.js reads the same key and sets the same attribute before the first paint.
const key = "theme";
const dark = window.matchMedia?.("(prefers-color-scheme: dark)");
const listeners = new Set<() => void>();

function chosen(): Theme {
  try {
    const stored = localStorage.getItem(key);
    return stored === "light" || stored === "dark" ? stored : "system";
  } catch {
    return "system";
  }
}

let theme = chosen();

function apply() {
  const shown = theme === "system" ? (dark?.matches ? "dark" : "light") : theme;
  document.documentElement.dataset.theme = shown;
  const canvas = getComputedStyle(document.documentElement).getPropertyValue("--canvas").trim();
  document.querySelector('meta[name="theme-color"]')?.setAttribute("content", canvas);
  for (const listener of listeners) listener();
}

/** Chooses the theme, for this browser. */
export function chooseTheme(next: Theme): void {
  theme = next;
  try {
    if (next === "system") localStorage.removeItem(key);
    else localStorage.setItem(key, next);
  } catch {
    // Storage is forbidden: the choice holds until the page is left.
  }
  apply();
}

dark?.addEventListener("change", apply);
window.addEventListener("storage", (event) => {
  if (event.key !== key) return;
  theme = chosen();
  apply();
});

/** The theme that is chosen. */
export function useTheme(): Theme {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => theme,
  );
}
