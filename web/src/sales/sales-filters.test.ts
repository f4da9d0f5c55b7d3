import { expect, test } from "vitest";
import { askedFilters, describeDates, isFiltered } from "./sales-filters.ts";

const ordered = { start_date: "2025-01-01", end_date: "2025-01-21" };
const reversed = { start_date: "2025-01-02", end_date: "2025-01-01" };

test("requests a range only if both dates are set", () => {
  const rest = { doctor_id: "d", product_id: "p", category: "Other" } as const;
  expect(askedFilters({ ...ordered, ...rest, page: 3 })).toEqual({ ...ordered, ...rest });
  for (const alone of [{ start_date: "2025-01-01" }, { end_date: "2025-01-21", start_date: "" }]) {
    expect(askedFilters({ ...alone, ...rest })).toEqual(rest);
    expect(isFiltered(alone)).toBe(false);
  }
});

test("an end before the start matches nothing", () => {
  expect(isFiltered(reversed)).toBe(true);
});

test("with any filter, an empty list means that nothing matches", () => {
  expect(isFiltered({ page: 2 })).toBe(false);
  for (const search of [ordered, { doctor_id: "d" }, { product_id: "p" }, { category: "Other" } as const]) {
    expect(isFiltered(search)).toBe(true);
  }
});

test("describes the days", () => {
  expect(describeDates({})).toBe("All dates");
  expect(describeDates({ start_date: "2025-01-01" })).toBe("All dates");
  expect(describeDates(ordered)).toBe("Jan 01, 2025 to Jan 21, 2025");
  expect(describeDates({ start_date: "2025-01-01", end_date: "2025-01-01" })).toBe("Jan 01, 2025");
  expect(describeDates(reversed)).toBe("The end lies before the start");
});
