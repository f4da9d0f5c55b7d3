/** From when on a page without a screen shows that it is loading, in milliseconds after it was asked for. */
const shownAfter = 150;

/** Shows the place of the screen in the HTML, unless the screen is there by then. */
export function showLoading(): void {
  const show = () => {
    const place = document.getElementById("loading");
    if (place) place.hidden = false;
    // The rest of the HTML is on its way.
    else if (document.readyState === "loading") setTimeout(show, 20);
  };
  setTimeout(show, shownAfter - performance.now());
}
