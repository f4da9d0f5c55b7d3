/** After a touch or a scroll, how long rows stay where they are, in milliseconds. */
const settling = 300;

let isDown = false;
let busyUntil = 0;

const press = () => {
  isDown = true;
};
const release = () => {
  isDown = false;
  busyUntil = performance.now() + settling;
};
const scroll = () => {
  busyUntil = performance.now() + settling;
};

const passive = { passive: true, capture: true };
addEventListener("pointerdown", press, passive);
addEventListener("touchstart", press, passive);
addEventListener("scroll", scroll, passive);
addEventListener("pointerup", release, passive);
// While a finger scrolls, there is no pointer any more, but it is still on the screen.
addEventListener("pointercancel", ({ pointerType }) => pointerType !== "touch" && release(), passive);
for (const end of ["touchend", "touchcancel"] as const) {
  addEventListener(end, ({ touches }) => touches.length === 0 && release(), passive);
}
// A button released over a menu or another window sends no event.
addEventListener("pointermove", ({ buttons }) => isDown && buttons === 0 && release(), passive);
addEventListener("blur", () => isDown && release());

/** Whether a finger or a mouse button is down, or was a moment ago, or the page is being scrolled. */
export function isHandBusy(): boolean {
  return isDown || performance.now() < busyUntil;
}
