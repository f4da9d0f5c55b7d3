/**
 * Marks the page while the on-screen keyboard is open, so that the bar at the bottom gives way to it. Browsers tell it
 * only by the height that they leave.
 */
export function followKeyboard(): void {
  const view = window.visualViewport;
  view?.addEventListener("resize", () => {
    const taken = innerHeight - view.height * view.scale;
    document.documentElement.toggleAttribute("data-keyboard", taken > 150);
  });
}
