import { expect, test } from "vitest";
import { namesFile } from "./file-name.ts";

test.each(["/icon.svg", "/assets/index-1a2b3c.js", "/a.b/c.d", "/doctors/.", "/.well-known", "icon.svg"])(
  "%s is the path of a file",
  (path) => expect(namesFile(path)).toBe(true),
);

test.each(["/", "/doctors", "/doctors.old/add", "/icon.svg/", "", "doctors"])(
  "%s is the path of a screen",
  (path) => expect(namesFile(path)).toBe(false),
);

test("reads a path once, however many dots are in it", () => {
  // A search that starts anew at each dot would run for hours.
  expect(namesFile(`/${".".repeat(4_000_000)}/x`)).toBe(false);
});
