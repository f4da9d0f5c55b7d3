import { expect, test } from "vitest";
import { rangeProblem } from "./range-problem.ts";

test.each([
  ["", "", null],
  ["2025-01-05", "2025-01-05", null],
  ["", "2025-01-05", "Select start date to apply the date range."],
  ["2025-01-05", "", "Select end date to apply the date range."],
  ["2025-01-06", "2025-01-05", "End date cannot be earlier than start date."],
] as const)("from %j to %j", (from, to, problem) => {
  expect(rangeProblem(from, to)).toBe(problem);
});
