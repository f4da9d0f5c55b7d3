import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { withFrame } from "./with-frame.ts";

let frames: FrameRequestCallback[] = [];
beforeEach(() => {
  frames = [];
  vi.stubGlobal("requestAnimationFrame", (callback: FrameRequestCallback) => frames.push(callback));
});
afterEach(() => vi.unstubAllGlobals());

const paint = () => {
  for (const frame of frames.splice(0)) frame(0);
};

test("what several ask for is read in one frame, and what that makes them ask for too", () => {
  const read: string[] = [];
  withFrame(() => {
    read.push("room");
    withFrame(() => read.push("columns"));
  });
  withFrame(() => read.push("chart"));
  const giveUp = withFrame(() => read.push("given up"));
  giveUp();
  expect([frames.length, read]).toEqual([1, []]);
  paint();
  expect(read).toEqual(["room", "chart", "columns"]);
});

test("after one read has failed, the next frame is asked for as before", () => {
  const read: string[] = [];
  withFrame(() => {
    throw new Error("No layout.");
  });
  expect(paint).toThrow("No layout.");
  withFrame(() => read.push("later"));
  paint();
  expect(read).toEqual(["later"]);
});
