import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { problemOf, quickCommands } from "./quick-commands.ts";

it("has every command that measures or tries", () => {
  const { scripts } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
  const measuring = Object.keys(scripts).filter((name) => /^(bench|simulate)(:|$)/.test(name));
  expect(Object.keys(quickCommands).sort()).toEqual(measuring.sort());
});

it("accepts enough lines with figures", () => {
  expect(problemOf("request   median\ndoctors     3.20\nvisits      12.1\n", 2)).toBeUndefined();
});

it.each([
  ["too few lines", "request   median\ndoctors     3.20\n", "It shows 1 lines with figures"],
  ["a figure that is no number", "doctors 3.20\nvisits NaN\n", "A figure is missing: visits NaN"],
  ["an empty cell", "doctors 3.20\nvisits  –  1.00\n", "A figure is missing: visits  –  1.00"],
])("refuses %s", (_, output, problem) => {
  expect(problemOf(output, 2)).toContain(problem);
});
