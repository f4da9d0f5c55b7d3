/** The choices of a person; "system" follows the device. */
export type Theme = "system" | "light" | "dark";

export const themeKey = "theme";

/** Whether the device is dark; undefined in tests, where there is no device. */
export const darkDevice: MediaQueryList | undefined = window.matchMedia?.("(prefers-color-scheme: dark)");

/** The theme chosen in this browser. */
export function storedTheme(): Theme {
  try {
    const stored = localStorage.getItem(themeKey);
    return stored === "light" || stored === "dark" ? stored : "system";
  } catch {
    // Storage may be forbidden.
    return "system";
  }
}

/** Whether a theme is dark on this device now. */
export function isDark(theme: Theme): boolean {
  return theme === "dark" || (theme === "system" && Boolean(darkDevice?.matches));
}

/** Sets the stored theme before the first paint, before there are any styles; theme.ts continues from there. */
export function showStoredTheme(): void {
  const dark = isDark(storedTheme());
  const scheme = dark ? "dark" : "light";
  document.documentElement.dataset.theme = scheme;
  // The ground of a page whose style is on its way; the style has its own.
  document.querySelector('meta[name="color-scheme"]')?.setAttribute("content", scheme);
  if (dark) document.querySelector('meta[name="theme-color"]')?.setAttribute("content", "#0f1213");
}
