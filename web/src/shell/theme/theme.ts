import { useSyncExternalStore } from "react";
import { createSubscribers } from "../../api/subscribers.ts";
import { darkDevice, isDark, storedTheme, type Theme, themeKey } from "./stored-theme.ts";

const { subscribe, notify } = createSubscribers();

let theme = storedTheme();

function apply() {
  document.documentElement.dataset.theme = isDark(theme) ? "dark" : "light";
  const canvas = getComputedStyle(document.documentElement).getPropertyValue("--canvas").trim();
  document.querySelector('meta[name="theme-color"]')?.setAttribute("content", canvas);
  notify();
}

/** Chooses the theme for this browser. */
export function chooseTheme(next: Theme): void {
  theme = next;
  try {
    if (next === "system") localStorage.removeItem(themeKey);
    else localStorage.setItem(themeKey, next);
  } catch {
    // Storage is forbidden: the choice lasts until the page is closed.
  }
  apply();
}

darkDevice?.addEventListener("change", apply);
window.addEventListener("storage", (event) => {
  if (event.key !== themeKey) return;
  theme = storedTheme();
  apply();
});

/** The chosen theme. */
export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, () => theme);
}
