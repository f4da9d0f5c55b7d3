import { expect, test } from "vitest";
import { describeRange, rangeOf } from "./visit-range.ts";

test("an address without days asks for the month so far", () => {
  expect(rangeOf({}, "2025-02-10")).toEqual({ start_date: "2025-02-01", end_date: "2025-02-10" });
});

test("cleared days stay empty, as do days that an address leaves out beside another", () => {
  expect(rangeOf({ start_date: "", end_date: "" }, "2025-02-10")).toEqual({ start_date: "", end_date: "" });
  expect(rangeOf({ start_date: "2024-01-01" }, "2025-02-10")).toEqual({
    start_date: "2024-01-01",
    end_date: "",
  });
});

test("describes a range in words", () => {
  expect(describeRange({ start_date: "2025-01-01", end_date: "2025-01-21" })).toBe(
    "Jan 01, 2025 to Jan 21, 2025",
  );
  expect(describeRange({ start_date: "2025-01-01", end_date: "2025-01-01" })).toBe("Jan 01, 2025");
  expect(describeRange({ start_date: "2025-01-02", end_date: "2025-01-01" })).toBe(
    "The end lies before the start",
  );
  expect(describeRange({ start_date: "2025-01-02", end_date: "" })).toBe("All dates");
});
