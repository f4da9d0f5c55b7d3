import { expect, test } from "vitest";
import { isFormPath } from "../../paths.ts";
import { notePath, stepsToOrigin } from "./trail.ts";

test.each([
  [["/today", "/visits/record"], 1],
  [["/today", "/visits/record", "/visits/record"], 2],
  [["/doctors", "/doctors/d", "/visits/record", "/visits/add"], 2],
  [["/visits/record"], undefined],
  [["/visits/record", "/visits/record"], undefined],
] as const)("from the last of %j it is %s steps back to where recording began", (paths, steps) => {
  paths.forEach((path, index) => {
    notePath(index, path);
  });
  expect(stepsToOrigin(paths.length - 1, isFormPath)).toBe(steps);
});
