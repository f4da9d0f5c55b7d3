import { act, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { atAddress, prepareScreen } from "../testing/render-screen.tsx";

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
