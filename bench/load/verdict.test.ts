import { describe, expect, it } from "vitest";
import { readAsked } from "./realtime-options.ts";
import { judge, type SizeResult } from "./verdict.ts";

const timing = (median: number) => ({ median, p95: median, runs: 60 });
const cost = { server: 1, database: 1 };

/** One list with that median, and one recording load with that share of plain inserts. */
function size(visits: number, median: number, share: number): SizeResult {
  const load = { clients: 8, timing: timing(1), perSecond: 1000 * share, cost };
  return {
    visits,
    lists: [{ name: "doctors", http: timing(median), load, bare: timing(1), statements: 3 }],
    recording: {
      loads: [{ ...load, plain: { ...load, perSecond: 1000 }, log: 8000 }],
      bare: 1,
      rollups: { alone: 1, together: 1, bare: 1 },
    },
  };
}

const lineOf = (text: string, name: string) => text.split("\n").find((line) => line.startsWith(name));

describe("the verdict of the benchmark", () => {
  it("is good if every aim is reached", () => {
    const { text, reached } = judge([size(10_000, 5, 0.5), size(1_000_000, 9, 0.4)]);
    expect(lineOf(text, "lists at 1,000,000 visits")).toMatch(/1 of 1 +yes$/);
    expect(lineOf(text, "recording, 8 clients ")).toMatch(/0\.40 +yes$/);
    expect(lineOf(text, "recording, 8 clients: growth")).toMatch(/1\.25× +yes$/);
    expect(reached).toBe(true);
  });

  it.each([
    ["a slow list", [size(10_000, 9, 0.5), size(1_000_000, 10.5, 0.5)], "lists at"],
    ["a list that grows", [size(10_000, 2, 0.5), size(1_000_000, 5, 0.5)], "lists at"],
    ["slow recording", [size(10_000, 5, 0.27), size(1_000_000, 5, 0.27)], "recording, 8 clients "],
    ["recording that grows", [size(10_000, 5, 0.9), size(1_000_000, 5, 0.4)], "recording, 8 clients: growth"],
  ])("is bad for %s", (_, results, line) => {
    const { text, reached } = judge(results);
    expect(lineOf(text, line)).toMatch(/NO$/);
    expect(reached).toBe(false);
  });

  it("is bad if nothing was measured", () => {
    expect(judge([]).reached).toBe(false);
  });
});

describe("the options of bench:realtime", () => {
  it("are accepted unchanged if they are valid", () => {
    const asked = readAsked(["--clients", "10", "--changes", "5", "--seconds", "2", "--listening", "0.5"]);
    expect(asked).toEqual({ clients: 10, changes: 5, seconds: 2, listening: 0.5 });
  });

  it.each([
    ["--clients", "0"],
    ["--clients", "many"],
    ["--changes", "1.5"],
    ["--seconds", "-1"],
    ["--seconds", ""],
    ["--listening", "2"],
    ["--listening", ""],
    ["--listeners", "1"],
  ])("refuses %s %s", (option, value) => {
    expect(() => readAsked([option, value])).toThrow(option);
  });
});
