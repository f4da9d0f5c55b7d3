import { expect, test } from "vitest";
import { addDays } from "../calendar/calendar.ts";
import { fieldDaysBeside } from "./field-days-beside.ts";

// June 15, 2025 is a Sunday.
const calendar = { holidays: ["2025-06-12"], leave: ["2025-06-10"] };

test.each([
  ["a Wednesday", "2025-06-11", "2025-06-09", "2025-06-13"],
  ["a Friday", "2025-06-13", "2025-06-11", "2025-06-14"],
  ["a Saturday, before today, which is a Sunday", "2025-06-14", "2025-06-13", "2025-06-15"],
  ["today", "2025-06-15", "2025-06-14", null],
  ["a holiday", "2025-06-12", "2025-06-11", "2025-06-13"],
])("%s", (_, day, previous, next) => {
  expect(fieldDaysBeside(day, calendar, "2025-06-15")).toEqual({ previous, next });
});

test("a person on a long leave goes day by day", () => {
  const leave = Array.from({ length: 200 }, (_, n) => addDays("2025-01-01", n));
  expect(fieldDaysBeside("2025-04-01", { holidays: [], leave }, "2025-07-15")).toEqual({
    previous: "2025-03-31",
    next: "2025-04-02",
  });
});
