import { expect, test } from "vitest";
import { compare } from "./comparison.ts";

const october = { from: "2025-10-01", to: "2025-10-22" };

test.each([
  [45, 40, "\u2191", "13% more than 40 from Oct 01 to Oct 22, 2025"],
  [30, 40, "\u2193", "25% less than 40 from Oct 01 to Oct 22, 2025"],
  [0, 40, "\u2193", "100% less than 40 from Oct 01 to Oct 22, 2025"],
  [1, 300000, "\u2193", "more than 99% less than 300000 from Oct 01 to Oct 22, 2025"],
  [3000, 300000, "\u2193", "99% less than 300000 from Oct 01 to Oct 22, 2025"],
  [40, 40, "=", "also 40 from Oct 01 to Oct 22, 2025"],
  [1001, 1000, "\u2191", "less than 1% more than 1000 from Oct 01 to Oct 22, 2025"],
  [50000, 40, "\u2191", "1,24,900% more than 40 from Oct 01 to Oct 22, 2025"],
  [5, 0, "\u2191", "none from Oct 01 to Oct 22, 2025"],
  [5, -3, "\u2191", "more than -3 from Oct 01 to Oct 22, 2025"],
])("%s after %s is %s %s", (now, before, sign, words) => {
  expect(compare(now, before, String(before), october)).toEqual({ sign, words });
});

test("compares nothing where there was nothing, before and now", () => {
  expect(compare(0, 0, "0", october)).toBeNull();
});

test("names one day, and the years if there are two", () => {
  const one = { from: "2025-10-01", to: "2025-10-01" };
  expect(compare(2, 1, "1", one)?.words).toBe("100% more than 1 on Oct 01, 2025");
  const two = { from: "2024-12-20", to: "2025-01-02" };
  expect(compare(2, 1, "1", two)?.words).toBe("100% more than 1 from Dec 20, 2024 to Jan 02, 2025");
});
