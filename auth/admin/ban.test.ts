import { expect, test } from "vitest";
import { banMilliseconds } from "./ban.ts";

test("a long number that is no duration is refused by one look at each digit", () => {
  expect(banMilliseconds("1.5h.5s")).toBe(5_400_500);
  expect(() => banMilliseconds("1".repeat(300_000))).toThrow("invalid format for ban duration");
});
