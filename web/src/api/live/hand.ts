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

const ends = ["touchend", "touchcancel"] as const;
const passive = { passive: true, capture: true };
const lifted = ({ touches }: TouchEvent) => {
  if (touches.length === 0) release();
};
addEventListener("pointerdown", press, passive);
addEventListener(
  "touchstart",
  ({ target }) => {
    press();
    // It hears of the end of its touch even if it has left the page by then, and the window does not.
    for (const end of ends) target?.addEventListener(end, lifted as EventListener, passive);
  },
  passive,
);
addEventListener("scroll", scroll, passive);
addEventListener("pointerup", release, passive);
// While a finger scrolls, there is no pointer any more, but it is still on the screen.
addEventListener("pointercancel", ({ pointerType }) => pointerType !== "touch" && release(), passive);
for (const end of ends) addEventListener(end, lifted, passive);
// A button released over a menu or another window sends no event.
addEventListener("pointermove", ({ buttons }) => isDown && buttons === 0 && release(), passive);
addEventListener("blur", () => isDown && release());

/** Whether a finger or a mouse button is down, or was a moment ago, or the page is being scrolled. */
export function isHandBusy(): boolean {
  return isDown || performance.now() < busyUntil;
}
