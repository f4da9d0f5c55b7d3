import { expect, test } from "vitest";
import { dayDoubt } from "./day-doubt.ts";

const today = "2025-11-20";
const future = "The visit is marked as completed, but Nov 21, 2025 is in the future.";

test.each([
  ["2025-11-20", "completed", {}, null],
  ["2025-11-21", "completed", {}, future],
  ["2025-11-21", "completed", { visit_date: "2025-11-21", status: "scheduled" }, future],
  ["2025-11-21", "completed", { visit_date: "2025-11-21", status: "completed" }, null],
  ["2025-11-21", "scheduled", {}, null],
  ["2025-11-21", "cancelled", {}, null],
  ["2025-11-20", "scheduled", {}, null],
  ["2025-11-19", "scheduled", {}, "The visit is scheduled, but Nov 19, 2025 is in the past."],
  ["1999-12-31", "completed", {}, "The visit date is Dec 31, 1999, which is before the year 2000."],
] as const)(
  "a visit of %s that is %s, before %j, is asked about: %s",
  (visit_date, status, before, doubt) => {
    expect(dayDoubt({ visit_date, status }, before, today)).toBe(doubt);
  },
);
