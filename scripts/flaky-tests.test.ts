import { expect, test } from "vitest";
import { firstLine, flakyReport, mostFlaky } from "./flaky-tests.ts";

const flaky = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ title: `server › a.test.ts › waits ${n}`, error: "timed out" }));

test("a run without flaky tests says so", () => {
  expect(flakyReport([])).toEqual({ text: "flaky: none\n", passed: true });
});

test("a few flaky tests are named with their errors, and the run passes", () => {
  const { text, passed } = flakyReport(flaky(mostFlaky));
  expect(passed).toBe(true);
  expect(text).toContain("flaky: 3 passed on the second try only");
  expect(text).toContain("  server › a.test.ts › waits 2\n    timed out\n");
});

test("more flaky tests than that fail the run", () => {
  const { text, passed } = flakyReport(flaky(mostFlaky + 1));
  expect(passed).toBe(false);
  expect(text).toContain("more than 3 flaky tests");
});

test("an error is reported by its first line, without colours", () => {
  expect(firstLine("\n\u001b[31mError: expect(locator).toBeVisible() failed\u001b[39m\n\nLocator: …")).toBe(
    "Error: expect(locator).toBeVisible() failed",
  );
});
