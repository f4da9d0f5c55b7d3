import { expect, test } from "vitest";
import { trendOf } from "./trend.ts";

test.each([
  [5, 0, "new"],
  [0, 5, "stopped"],
  [0, 0, "steady"],
  [11, 10, "steady"],
  [12, 10, "up"],
  [9, 10, "steady"],
  [8, 10, "down"],
  [1_000_000, 999_999, "steady"],
] as const)("%i now after %i before is %s", (now, before, trend) => {
  expect(trendOf(now, before)).toBe(trend);
});
