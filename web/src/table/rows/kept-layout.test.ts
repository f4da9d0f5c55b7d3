import { afterEach, expect, test, vi } from "vitest";
import { keepLayout, keptLayout } from "./kept-layout.ts";

afterEach(() => vi.unstubAllGlobals());

test("is known again under the same conditions only", () => {
  const kept = new Map<string, string>();
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
  keepLayout("lowered", "Doctors", "52 9", 2);
  expect(keptLayout("lowered", "Doctors", "52 9")).toBe(2);
  expect(keptLayout("lowered", "Doctors", "51 9")).toBeUndefined();
  expect(keptLayout("lowered", "Visits", "52 9")).toBeUndefined();
});

test("is not known where the browser forbids storage", () => {
  vi.stubGlobal("sessionStorage", {
    getItem: () => {
      throw new DOMException("Forbidden.", "SecurityError");
    },
  });
  expect(keptLayout("room", "Doctors", 1440)).toBeUndefined();
});
