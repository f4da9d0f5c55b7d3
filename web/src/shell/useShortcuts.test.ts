import { expect, test } from "vitest";
import { newTarget } from "./useShortcuts.ts";

test.each([
  ["/doctors", "/doctors/add"],
  ["/doctors/1/edit", "/doctors/add"],
  ["/products/1", "/products/add"],
  ["/visits", "/visits/add"],
  ["/", "/visits/add"],
])("on %s, n leads to %s", (path, target) => {
  expect(newTarget(path).to).toBe(target);
});
