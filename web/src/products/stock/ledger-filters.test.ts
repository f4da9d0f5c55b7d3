import { expect, test } from "vitest";
import { askedLedger, describeLedger } from "./ledger-filters.ts";

const days = { start_date: "2025-01-01", end_date: "2025-01-21" };

test("describes the filters of a ledger", () => {
  expect(describeLedger({ kind: "purchase", ...days })).toBe("Purchases, Jan 01, 2025 to Jan 21, 2025");
  expect(describeLedger({ kind: "sold_before_received" })).toBe("Sold before received");
  expect(describeLedger(days)).toBe("All movements, Jan 01, 2025 to Jan 21, 2025");
  expect(describeLedger({ ...days, start_date: "1900-01-01" })).toBe("All movements, Up to Jan 21, 2025");
  expect(describeLedger({ kind: "sale", start_date: "2025-01-01" })).toBe("Sales");
  expect(describeLedger({ kind: "purchase", ...days }, "Bina Rao")).toBe(
    "Purchases by Bina Rao, Jan 01, 2025 to Jan 21, 2025",
  );
  expect(describeLedger({}, "Me")).toBe("All movements by Me");
  expect(describeLedger({})).toBe("");
});

test("requests a range only if both dates are set and in order", () => {
  expect(askedLedger({ kind: "sale", ...days, page: 2 })).toEqual({ kind: "sale", ...days, page: 2 });
  expect(askedLedger({ start_date: "2025-01-01" })).toEqual({});
  expect(askedLedger({ start_date: days.end_date, end_date: days.start_date })).toEqual({});
});
