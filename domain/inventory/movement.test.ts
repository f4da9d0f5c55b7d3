import { expect, test } from "vitest";
import { addDays } from "../calendar/calendar.ts";
import { movementOf } from "./movement.ts";

const moved = (day: string, purchases: number, sales: number) => ({ day, purchases, sales });

test("up to 60 days are shown by day, up to a year by week from Monday, more by month", () => {
  const days = [moved("2025-09-19", 5, 0), moved("2025-09-22", 0, 2), moved("2025-09-28", 1, 1)];
  expect(movementOf(days, { from: "2025-09-19", to: "2025-11-17" })).toEqual({
    step: "day",
    from: "2025-09-19",
    to: "2025-11-17",
    sums: days.map(({ day, ...units }) => ({ from: day, to: day, ...units })),
  });
  expect(movementOf(days, { from: "2025-09-19", to: "2025-11-18" })).toEqual({
    step: "week",
    from: "2025-09-19",
    to: "2025-11-18",
    sums: [
      { from: "2025-09-19", to: "2025-09-21", purchases: 5, sales: 0 },
      { from: "2025-09-22", to: "2025-09-28", purchases: 1, sales: 3 },
    ],
  });
  expect(movementOf(days, { from: "2024-09-30", to: "2025-11-18" })).toMatchObject({
    step: "month",
    from: "2024-09-30",
    sums: [{ from: "2025-09-01", to: "2025-09-30", purchases: 6, sales: 3 }],
  });
});

test("a report over all time begins with the first day, week or month with a movement", () => {
  const of = (day: string, to: string) => movementOf([moved(day, 1, 0)], { from: "2020-01-01", to });
  expect(of("2025-11-12", "2025-11-20")).toMatchObject({ step: "day", from: "2025-11-12" });
  expect(of("2025-06-12", "2025-11-20")).toMatchObject({ step: "week", from: "2025-06-09" });
  expect(of("2024-06-12", "2025-11-20")).toMatchObject({ step: "month", from: "2024-06-01" });
  // Never before the report itself: then the first week is partial.
  expect(of("2020-01-02", "2020-06-01")).toMatchObject({ step: "week", from: "2020-01-01" });
  expect(movementOf([], { from: "2020-01-01", to: "2025-11-20" })).toEqual({
    step: "month",
    from: "2020-01-01",
    to: "2025-11-20",
    sums: [],
  });
});

test("the sums contain every unit once, whatever the days", () => {
  for (const length of [10, 61, 200, 366, 367, 1500]) {
    const from = "2021-05-06";
    const days = Array.from({ length }, (_, n) => moved(addDays(from, n), (n * 7) % 11, (n * 5) % 3));
    const { sums } = movementOf(days, { from, to: addDays(from, length - 1) });
    const total = (list: readonly { purchases: number; sales: number }[]) => [
      list.reduce((units, { purchases }) => units + purchases, 0),
      list.reduce((units, { sales }) => units + sales, 0),
    ];
    expect(total(sums)).toEqual(total(days));
  }
});

test("leaves out what was bought and returned within one span", () => {
  const days = [moved("2025-01-06", 0, 3), moved("2025-01-07", 0, -3)];
  expect(movementOf(days, { from: "2025-01-01", to: "2025-06-01" }).sums).toEqual([]);
});
