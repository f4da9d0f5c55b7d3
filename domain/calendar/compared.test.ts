import { expect, test } from "vitest";
import { daysBefore, monthBefore } from "./compared.ts";

const today = "2025-11-20";

test.each([
  ["2025-11-10", "2025-11-19", { from: "2025-10-31", to: "2025-11-09" }],
  ["2025-11-20", "2025-11-20", { from: "2025-11-19", to: "2025-11-19" }],
  ["2024-02-01", "2024-02-29", { from: "2024-01-03", to: "2024-01-31" }],
  // Days in the future do not count.
  ["2025-11-01", "2025-11-30", { from: "2025-10-12", to: "2025-10-31" }],
  ["2025-11-21", "2025-11-30", null],
  ["2025-11-10", "2025-11-09", null],
  ["1900-01-05", "1900-02-01", null],
  ["2000-01-01", "2999-12-31", { from: "1974-02-10", to: "1999-12-31" }],
  [undefined, "2025-11-09", null],
  ["2025-11-09", undefined, null],
])("from %s to %s is compared with %j", (from, to, before) => {
  expect(daysBefore({ from, to }, today)).toEqual(before);
});

test.each([
  ["2025-11-01", "2025-11-20", { from: "2025-10-01", to: "2025-10-20" }],
  ["2025-10-01", "2025-11-20", { from: "2025-09-01", to: "2025-09-30" }],
  ["2025-01-01", "2025-01-31", { from: "2024-12-01", to: "2024-12-31" }],
  ["2025-03-01", "2025-03-30", { from: "2025-02-01", to: "2025-02-28" }],
  ["2024-03-01", "2024-03-29", { from: "2024-02-01", to: "2024-02-29" }],
  ["2025-05-01", "2025-05-31", { from: "2025-04-01", to: "2025-04-30" }],
])("the month of %s is compared on %s with %j", (month, day, before) => {
  expect(monthBefore(month, day)).toEqual(before);
});
