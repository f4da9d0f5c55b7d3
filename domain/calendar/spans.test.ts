import { describe, expect, test } from "vitest";
import { addDays, epochDays } from "./calendar.ts";
import { mondayOf, spansBetween, startOfStep, stepFor, steps } from "./spans.ts";

test.each([
  ["2025-11-20", "2025-11-20", "day"],
  ["2025-01-01", "2025-03-01", "day"],
  ["2025-01-01", "2025-03-02", "week"],
  ["2024-01-01", "2024-12-31", "week"],
  ["2024-01-01", "2025-01-01", "month"],
  ["1900-01-01", "2999-12-31", "month"],
])("sums the days from %s to %s by %s", (from, to, step) => {
  expect(stepFor(from, to)).toBe(step);
});

test.each([
  ["2025-11-17", "2025-11-17"],
  ["2025-11-23", "2025-11-17"],
  ["2025-01-01", "2024-12-30"],
  ["1969-12-31", "1969-12-29"],
  ["1900-01-01", "1900-01-01"],
  ["1900-01-07", "1900-01-01"],
])("starts the week of %s on Monday, %s", (day, monday) => {
  expect(startOfStep(day, "week")).toBe(monday);
});

describe.each(steps)("spans by %s", (step) => {
  test("spans leave no gap, and only the first and last can be partial", () => {
    for (let start = 0; start < 70; start += 3) {
      for (const length of [0, 1, 6, 7, 30, 45, 90]) {
        const from = addDays("2024-01-20", start);
        const to = addDays(from, length);
        const spans = spansBetween(from, to, step);
        expect([spans[0]?.from, spans.at(-1)?.to]).toEqual([from, to]);
        for (const [index, span] of spans.entries()) {
          if (index > 0) expect(span.from).toBe(addDays(spans[index - 1]?.to ?? "", 1));
          if (index > 0 && index < spans.length - 1) expect(span.whole).toBe(true);
          expect(startOfStep(span.to, step)).toBe(startOfStep(span.from, step));
          const days = epochDays(span.to) - epochDays(span.from) + 1;
          if (step === "week") expect(span.whole).toBe(days === 7);
        }
      }
    }
  });
});

test("the ends of a range are partial weeks or months", () => {
  expect(spansBetween("2025-11-19", "2025-12-01", "week")).toEqual([
    { from: "2025-11-19", to: "2025-11-23", whole: false },
    { from: "2025-11-24", to: "2025-11-30", whole: true },
    { from: "2025-12-01", to: "2025-12-01", whole: false },
  ]);
  expect(spansBetween("2024-02-01", "2024-03-05", "month")).toEqual([
    { from: "2024-02-01", to: "2024-02-29", whole: true },
    { from: "2024-03-01", to: "2024-03-05", whole: false },
  ]);
  expect(spansBetween("2024-03-05", "2024-03-04", "day")).toEqual([]);
});

test("a week begins on Monday", () => {
  expect(["2025-06-15", "2025-06-16", "2025-06-22", "2026-01-01"].map(mondayOf)).toEqual([
    ...["2025-06-09", "2025-06-16", "2025-06-16", "2025-12-29"],
  ]);
});
