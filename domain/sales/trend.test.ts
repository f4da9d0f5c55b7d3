import { expect, test } from "vitest";
import { trendOf } from "./trend.ts";

const sold = (day: string, revenue: string, transactions = 1) => ({ day, revenue, transactions });

test("sums revenue to the paisa by day up to 60 days, by week up to a year, by month beyond", () => {
  const days = [
    sold("2025-09-19", "0.10"),
    sold("2025-09-20", "0.20"),
    sold("2025-09-22", "90071992547409.93"),
  ];
  const trend = (from: string) => trendOf(days, { from, to: "2025-11-17" }, false);
  expect(trend("2025-09-19")).toEqual({
    step: "day",
    from: "2025-09-19",
    to: "2025-11-17",
    sums: days.map(({ day, revenue }) => ({ from: day, to: day, revenue })),
  });
  expect(trend("2025-09-18")).toMatchObject({
    step: "week",
    sums: [
      { from: "2025-09-18", to: "2025-09-21", revenue: "0.30" },
      { from: "2025-09-22", to: "2025-09-28", revenue: "90071992547409.93" },
    ],
  });
  expect(trend("2024-09-30")).toMatchObject({
    step: "month",
    sums: [{ from: "2025-09-01", to: "2025-09-30", revenue: "90071992547410.23" }],
  });
});

test("without a beginning it begins with the day, week or month of the first sale", () => {
  const trend = (day: string) => trendOf([sold(day, "1.00")], { from: "1900-01-01", to: "2025-11-20" }, true);
  expect(trend("2025-11-12")).toMatchObject({ step: "day", from: "2025-11-12" });
  expect(trend("2025-06-12")).toMatchObject({ step: "week", from: "2025-06-09" });
  expect(trend("2024-06-12")).toMatchObject({ step: "month", from: "2024-06-01", to: "2025-11-20" });
});

test("a sale of nothing has its sum, and without sales there is no trend", () => {
  const range = { from: "2025-11-01", to: "2025-11-20" };
  expect(trendOf([sold("2025-11-02", "0.00")], range, false)?.sums).toEqual([
    { from: "2025-11-02", to: "2025-11-02", revenue: "0.00" },
  ]);
  expect(trendOf([], range, false)).toBeNull();
});

test("a month without sales that are left is none, whatever of it is summed already", () => {
  const months = [
    sold("2024-01-01", "30.00", 3),
    sold("2024-01-20", "-30.00", -3),
    sold("2025-02-01", "5.00"),
  ];
  expect(trendOf(months, { from: "2023-01-01", to: "2025-11-20" }, false)?.sums).toEqual([
    { from: "2025-02-01", to: "2025-02-28", revenue: "5.00" },
  ]);
  expect(trendOf(months.slice(0, 2), { from: "2023-01-01", to: "2025-11-20" }, false)).toBeNull();
});
