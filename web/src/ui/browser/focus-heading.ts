/** Gives the focus to the screen's heading, or to the first one of that level; nothing if there is none. */
export function focusHeading(level: "h1" | "h2", options?: FocusOptions): void {
  const heading = document.querySelector<HTMLElement>(`main ${level}`);
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus(options);
}
