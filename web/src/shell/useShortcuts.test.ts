import { expect, test } from "vitest";
import { accountNavigation } from "./navigation/navigation.ts";
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

test("the team is for administrators", () => {
  const labels = (app_metadata: object) => accountNavigation({ app_metadata }).map(({ label }) => label);
  expect(labels({ role: "admin" })).toEqual(["Data", "Account", "Team"]);
  expect(labels({ role: "representative" })).toEqual(["Data", "Account"]);
  expect(labels({})).toEqual(["Data", "Account"]);
  expect(accountNavigation(null)).toHaveLength(2);
});
