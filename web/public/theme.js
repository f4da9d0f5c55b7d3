// Sets the theme before the first paint. A file of its own because the content policy allows no inline script;
// web/src/shell/theme.ts owns the same key and the same attribute once the page runs.
(() => {
  let chosen = null;
  try {
    chosen = localStorage.getItem("theme");
  } catch {
    // Storage may be forbidden; the system's theme is used then.
  }
  const dark =
    chosen === "dark" || (chosen !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.dataset.theme = dark ? "dark" : "light";
  const meta = document.querySelector('meta[name="theme-color"]');
  if (meta && dark) meta.setAttribute("content", "#0f1213");
})();
