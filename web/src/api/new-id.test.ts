import { afterEach, expect, test, vi } from "vitest";
import { newId } from "./new-id.ts";

afterEach(() => vi.useRealTimers());

test("is a UUID of version 7 that contains its time", () => {
  vi.useFakeTimers({ now: 0x0123_4567_89ab });
  expect(newId()).toMatch(/^01234567-89ab-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});

test("ids of the same moment differ, and later ones sort later", () => {
  vi.useFakeTimers({ now: 1_750_000_000_000 });
  const first = newId();
  expect(newId()).not.toBe(first);
  vi.setSystemTime(1_750_000_000_001);
  expect(newId() > first).toBe(true);
});
