import { expect, test } from "vitest";
import { activityOf, caredForUntil, lastCalls } from "./calls.ts";
import type { VisitStatus } from "./statuses.ts";

test("several visits on a day are one call, and a day with a call has no planned one", () => {
  const day = (visit_date: string, status: VisitStatus, doctor_id = "a") => ({
    doctor_id,
    visit_date,
    status,
  });
  const visits = [
    day("2025-06-16", "scheduled"),
    day("2025-06-16", "completed"),
    day("2025-06-16", "completed"),
    day("2025-06-02", "completed"),
    day("2025-06-23", "scheduled"),
    day("2025-06-20", "scheduled"),
    day("2025-06-20", "scheduled"),
    // Recorded ahead by mistake: no call yet. Planned in the past: nothing to come.
    day("2025-06-25", "completed"),
    day("2025-06-03", "scheduled"),
    day("2025-05-30", "completed", "b"),
    day("2025-06-16", "scheduled", "b"),
    day("2025-06-03", "scheduled", "c"),
  ];
  const expected = [
    ["a", { calls: 2, scheduled: 2, planned: "2025-06-20", last_visit: "2025-06-16" }],
    ["b", { calls: 0, scheduled: 1, planned: "2025-06-16", last_visit: "2025-05-30" }],
  ];
  expect([...activityOf(visits, "2025-06-16")].toSorted()).toEqual(expected);
  expect([...activityOf(visits.toReversed(), "2025-06-16")].toSorted()).toEqual(expected);
  expect([...lastCalls(visits, "2025-06-16")]).toEqual([
    ["a", "2025-06-16"],
    ["b", "2025-05-30"],
  ]);
});

test("in the month's last week a plan of the next month takes care of a doctor, and is none of this month's calls", () => {
  expect(["2025-06-01", "2025-06-23", "2025-06-24", "2025-06-30", "2028-02-29"].map(caredForUntil)).toEqual([
    ...["2025-06-30", "2025-06-30", "2025-07-01", "2025-07-07", "2028-03-07"],
  ]);
  const planned = (visit_date: string, doctor_id: string) => ({
    ...{ visit_date, doctor_id },
    status: "scheduled" as const,
  });
  const visits = [
    planned("2025-07-04", "a"),
    planned("2025-07-03", "a"),
    planned("2025-06-28", "b"),
    planned("2025-07-01", "b"),
    planned("2025-07-05", "c"),
  ];
  const none = { calls: 0, last_visit: null };
  expect([...activityOf(visits, "2025-06-27")]).toEqual([
    ["a", { ...none, scheduled: 0, planned: "2025-07-03" }],
    ["b", { ...none, scheduled: 1, planned: "2025-06-28" }],
  ]);
});
