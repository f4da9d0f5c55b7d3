import { expect, test } from "vitest";
import { banMilliseconds } from "./ban.ts";

test("refuses a long number that is not a duration after reading each digit once", () => {
  expect(banMilliseconds("1.5h.5s")).toBe(5_400_500);
  expect(() => banMilliseconds("1".repeat(300_000))).toThrow("invalid format for ban duration");
});
