import { expect, test } from "vitest";
import type { InventorySearch } from "../search.ts";
import { reportDays } from "./report-days.ts";
import { reportLinks } from "./report-links.ts";

const today = "2025-11-20";
const linksOf = (search: InventorySearch) => reportLinks(search, reportDays(search, today), today);
const whole = { start_date: "2020-01-01", end_date: today };

test("a row's figures link to its movements of that kind within the days, and to its sales", () => {
  const { row } = linksOf({});
  expect(row.purchases("a")).toEqual({ to: "/products/a", search: { kind: "purchase", ...whole } });
  expect(row.adjustments("a")).toEqual({ to: "/products/a", search: { kind: "adjustment", ...whole } });
  expect(row.soldBeforeReceived("a")).toEqual({
    to: "/products/a",
    search: { kind: "sold_before_received", ...whole },
  });
  expect(row.sales("a")).toEqual({ to: "/sales", search: { ...whole, product_id: "a" } });
});

test("the closing stock links to all movements until then, the opening stock to what it sums", () => {
  const days = { start_date: "2025-11-01", end_date: "2025-11-10" };
  const { row } = linksOf(days);
  const opening = (opening_stock: number, opening_entries: number) =>
    row.opening({ product_id: "a", opening_stock, opening_entries }).search;
  expect(opening(5, 0)).toEqual({ start_date: "1900-01-01", end_date: "2025-10-31" });
  expect(opening(5, 5)).toEqual({ kind: "opening", ...days });
  expect(opening(5, 3)).toEqual({ start_date: "1900-01-01", end_date: "2025-11-10" });
  expect(row.closing("a").search).toEqual({ start_date: "1900-01-01", end_date: "2025-11-10" });
  expect(linksOf({}).row.closing("a").search).toBeUndefined();
});

test("sums link to lists with the same filters, but not the same page", () => {
  const links = linksOf({ end_date: "2025-11-10", category: "Vitamins", page: 3 });
  const { sales, purchases, ofCategory } = links;
  const days = { start_date: "2020-01-01", end_date: "2025-11-10" };
  expect(sales).toEqual({ to: "/sales", search: { ...days, category: "Vitamins", product_id: undefined } });
  expect(purchases).toBeUndefined();
  expect(ofCategory("Diabetes").search).toEqual({ end_date: "2025-11-10", category: "Diabetes" });
  expect(links.purchasesIn({ from: "2025-11-03", to: "2025-11-09" })).toEqual({
    to: "/inventory",
    search: { start_date: "2025-11-03", end_date: "2025-11-09", category: "Vitamins" },
  });
  const one = linksOf({ product_id: "a" });
  expect(one.purchases).toEqual({ to: "/products/a", search: { kind: "purchase", ...whole } });
  expect(one.purchasesIn({ from: today, to: today }).to).toBe("/products/a");
  expect(one.salesIn({ from: today, to: today }).search).toMatchObject({
    start_date: today,
    end_date: today,
    product_id: "a",
  });
});
