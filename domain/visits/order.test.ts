import { expect, test } from "vitest";
import { isSoonestFirst } from "./order.ts";

const today = "2025-06-15";

test.each([
  ["from tomorrow on", "2025-06-16", "2025-07-01", true],
  ["tomorrow only", "2025-06-16", "2025-06-16", true],
  ["from today on", "2025-06-15", "2025-07-01", true],
  ["today only", "2025-06-15", "2025-06-15", false],
  ["from yesterday on", "2025-06-14", "2025-07-01", false],
  ["up to today", "2025-06-01", "2025-06-15", false],
  ["without an end", "2025-06-16", "", false],
  ["all days", undefined, undefined, false],
])("%s: whether the nearest day comes first", (_, start_date, end_date, expected) => {
  expect(isSoonestFirst({ start_date, end_date }, today)).toBe(expected);
});
