import { expect, test } from "vitest";
import { describeDays } from "./describe-days.ts";

test("describes days in words", () => {
  expect(describeDays({ from: "2025-01-01", to: "2025-01-21" })).toBe("Jan 01, 2025 to Jan 21, 2025");
  expect(describeDays({ from: "2025-01-21", to: "2025-01-21" })).toBe("Jan 21, 2025");
  expect(describeDays({ from: "1900-01-01", to: "2025-01-21" })).toBe("Up to Jan 21, 2025");
});
