import { act, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { atAddress, prepareScreen, testNoon, wakeAt } from "../testing/render-screen.tsx";

test("a new screen gets the focus, but not from who has gone on by keyboard before its first frame", async () => {
  const { open } = prepareScreen();
  const router = await open("/nowhere");
  const frames: FrameRequestCallback[] = [];
  vi.spyOn(window, "requestAnimationFrame").mockImplementation((frame) => frames.push(frame));
  const search = () => screen.getAllByRole("button", { name: /^Search/ })[0] as HTMLElement;
  const main = screen.getByRole("main");
  for (const [address, goesOn] of [
    ["/elsewhere", false],
    ["/farther", true],
  ] as const) {
    (document.activeElement as HTMLElement).blur();
    act(() => router.history.push(address));
    await atAddress(address);
    if (goesOn) search().focus();
    for (const frame of frames.splice(0)) frame(0);
    expect(document.activeElement).toBe(goesOn ? search() : main);
  }
});

/** A key pressed so many milliseconds after the page was opened. */
function pressAt(timeStamp: number, key: string) {
  const event = new KeyboardEvent("keydown", { key, bubbles: true });
  Object.defineProperty(event, "timeStamp", { value: timeStamp });
  act(() => void document.body.dispatchEvent(event));
}

test("two keys lead to a screen if they follow each other soon, also if the clock is set between them", async () => {
  const { open } = prepareScreen();
  const router = await open("/nowhere");
  pressAt(5000, "g");
  pressAt(6500, "p");
  expect(router.location.pathname).toBe("/nowhere");
  pressAt(8000, "g");
  wakeAt(testNoon + 3_600_000);
  pressAt(9499, "p");
  expect(router.location.pathname).toBe("/products");
});
