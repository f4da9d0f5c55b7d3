import { expect, test } from "vitest";
import { isListed, type ShownVisit } from "./shown-visits.ts";

const visit: ShownVisit = {
  id: "v",
  visit_date: "2025-11-20",
  status: "completed",
  notes: null,
  created_by: "asha",
  total_sales: "0.00",
  item_count: 0,
  doctor: { id: "d", name: "Dr. Asha Rao", specialization: null, hospital: null, address: null },
  saving: true,
};
const month = { start_date: "2025-11-01", end_date: "2025-11-20" };

test.each([
  ["in the range", {}, month, true],
  ["without a range", {}, { start_date: "", end_date: "" }, true],
  ["with its status", { status: "completed" as const }, month, true],
  ["with another status", { status: "other" as const }, month, false],
  ["before the range", {}, { start_date: "2025-11-21", end_date: "2025-11-30" }, false],
  ["after the range", {}, { start_date: "2025-10-01", end_date: "2025-10-31" }, false],
  ["on another page", { page: 2 }, month, false],
  ["while the server searches", { search: "asha" }, month, false],
  ["with a city", { city: "Pune" }, month, false],
])("a visit that is being saved, %s: %j, %j, is listed: %s", (_, search, range, listed) => {
  expect(isListed(visit, search, range)).toBe(listed);
});
