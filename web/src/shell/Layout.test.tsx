import { doctorRoutes } from "@rounds/domain/doctors/routes.ts";
import { productRoutes } from "@rounds/domain/products/routes.ts";
import { act, screen } from "@testing-library/react";
import { expect, onTestFinished, test, vi } from "vitest";
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

test("keys that work alone can be switched off on this device, and Ctrl with K works nevertheless", async () => {
  onTestFinished(() => localStorage.removeItem("single-keys"));
  const { server, user, open } = prepareScreen();
  server.cutOff(doctorRoutes.pick);
  server.cutOff(productRoutes.list);
  const router = await open("/nowhere");
  await user.keyboard("?");
  const choice = () => screen.findByRole<HTMLInputElement>("switch", { name: "Single-key shortcuts" });
  await user.click(await choice());
  await user.click(screen.getByRole("button", { name: "Close" }));
  await user.keyboard("n?gp");
  expect(router.location.pathname).toBe("/nowhere");
  expect(screen.queryByRole("dialog")).toBeNull();
  await user.keyboard("{Control>}k{/Control}");
  await screen.findByRole("dialog", { name: "Search and commands" });
  // Also once the page is opened again.
  const again = await open("/nowhere");
  await user.keyboard("n?gp");
  expect(again.location.pathname).toBe("/nowhere");
  expect(screen.queryByRole("dialog")).toBeNull();
});
