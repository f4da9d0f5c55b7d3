import { expect, test } from "vitest";
import { routeFinder } from "./route.ts";

const screen = Object.assign(() => null, { preload: async () => {} });
const find = routeFinder(
  ["/", "/doctors", "/doctors/add", "/doctors/$id", "/doctors/$id/edit", "*"].map((path) => ({
    path,
    screen,
  })),
);

test.each([
  ["/", "/", {}],
  ["/doctors", "/doctors", {}],
  ["/doctors/", "/doctors", {}],
  ["/Doctors/Add", "/doctors/add", {}],
  ["/doctors/7", "/doctors/$id", { id: "7" }],
  ["/doctors/a%2Fb%20c/edit", "/doctors/$id/edit", { id: "a/b c" }],
  // What can't be decoded is taken as it stands.
  ["/doctors/%E0%A4%A", "/doctors/$id", { id: "%E0%A4%A" }],
  ["/doctors/7/visits", "*", {}],
  ["/doctorsX", "*", {}],
  ["", "/", {}],
])("%s is the screen %s", (path, expected, params) => {
  expect(find(path)).toMatchObject({ route: { path: expected }, params });
});
