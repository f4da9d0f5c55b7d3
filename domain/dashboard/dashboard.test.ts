import { describe, expect, test } from "vitest";
import { dashboardPeriod, earlierMonths, periodRange } from "./dashboard.ts";

describe("the period of the dashboard", () => {
  test.each(["this-month", "all-time", "2025-01", "1900-12", "2999-12"])("%s is a period", (period) => {
    expect(dashboardPeriod.parse(period)).toBe(period);
  });

  test("this month is the default", () => {
    expect(dashboardPeriod.parse(undefined)).toBe("this-month");
  });

  test.each([
    "",
    "2025",
    "2025-1",
    "2025-00",
    "2025-13",
    "1899-12",
    "3000-01",
    "2025-01-05",
    "This Month",
    null,
    2025,
  ])("%j is not a period", (period) => {
    expect(dashboardPeriod.safeParse(period).success).toBe(false);
  });

  test.each([
    ["this-month", "2025-06-15", { from: "2025-06-01", to: "2025-06-30" }],
    ["this-month", "2024-02-29", { from: "2024-02-01", to: "2024-02-29" }],
    ["this-month", "2025-01-01", { from: "2025-01-01", to: "2025-01-31" }],
    ["2025-02", "2025-06-15", { from: "2025-02-01", to: "2025-02-28" }],
    ["2024-12", "2025-06-15", { from: "2024-12-01", to: "2024-12-31" }],
    ["all-time", "2025-06-15", {}],
  ])("%s on %s has the days %j", (period, today, range) => {
    expect(periodRange(period, today)).toEqual(range);
  });
});

describe("the group of earlier months", () => {
  test("is empty in January", () => {
    expect(earlierMonths("2025-01-31")).toEqual([]);
  });

  test("goes from last month back to January", () => {
    expect(earlierMonths("2025-03-01")).toEqual([
      { value: "2025-02", label: "February 2025" },
      { value: "2025-01", label: "January 2025" },
    ]);
    expect(earlierMonths("2025-12-31").map((month) => month.value)).toEqual([
      "2025-11",
      "2025-10",
      "2025-09",
      "2025-08",
      "2025-07",
      "2025-06",
      "2025-05",
      "2025-04",
      "2025-03",
      "2025-02",
      "2025-01",
    ]);
  });

  test("contains periods only", () => {
    for (const { value } of earlierMonths("2025-12-31")) expect(dashboardPeriod.parse(value)).toBe(value);
  });
});
