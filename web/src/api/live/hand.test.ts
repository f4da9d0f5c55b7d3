import { afterEach, expect, test, vi } from "vitest";
import { isHandBusy } from "./hand.ts";

afterEach(() => {
  vi.useRealTimers();
});

/** What a touch screen tells of a finger; `left` are the fingers that are still down. */
function touch(target: Element, type: "touchstart" | "touchend", left: number) {
  const event = new Event(type, { bubbles: true });
  Object.defineProperty(event, "touches", { value: Array.from({ length: left }) });
  target.dispatchEvent(event);
}

test("a finger is up again even if what it was put on has left the page", () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  const row = document.body.appendChild(document.createElement("p"));
  touch(row, "touchstart", 1);
  row.remove();
  vi.advanceTimersByTime(10_000);
  expect(isHandBusy()).toBe(true);
  touch(row, "touchend", 0);
  vi.advanceTimersByTime(299);
  expect(isHandBusy()).toBe(true);
  vi.advanceTimersByTime(1);
  expect(isHandBusy()).toBe(false);
});
