import { describe, expect, test } from "vitest";
import { z } from "zod";
import { clampPage, pageCount, pageNumber, pageOf, pageSize } from "./paging.ts";

test("a page has 10 rows", () => {
  expect(pageSize).toBe(10);
});

describe("the page number of a query", () => {
  test.each([
    [undefined, 1],
    ["1", 1],
    ["17", 17],
    [3, 3],
    ["100000000", 100_000_000],
  ])("%j is %i", (value, page) => {
    expect(pageNumber.parse(value)).toBe(page);
  });

  test.each(["0", "-1", "1.5", "", "abc", "NaN", "Infinity", "1e99", "100000001", null, ["1", "2"], {}])(
    "%j is not a page number",
    (value) => {
      expect(pageNumber.safeParse(value).success).toBe(false);
    },
  );
});

test.each([
  // rows, pages
  [0, 1],
  [1, 1],
  [10, 1],
  [11, 2],
  [20, 2],
  [1_000_001, 100_001],
])("%i rows make %i pages of 10", (rows, pages) => {
  expect(pageCount(rows, 10)).toBe(pages);
});

test.each([
  // wanted, rows, shown
  [1, 0, 1],
  [5, 0, 1],
  [1, 25, 1],
  [3, 25, 3],
  [4, 25, 3],
  [100_000_000, 25, 3],
  [2, 10, 1],
])("page %i of %i rows is page %i", (wanted, rows, shown) => {
  expect(clampPage(wanted, rows, 10)).toBe(shown);
});

test("a page of rows says which page of how many it is", () => {
  const page = pageOf(z.object({ id: z.string() }));
  expect(page.parse({ rows: [{ id: "a" }], total: 11, page: 2, page_size: 10 }).total).toBe(11);
  expect(page.safeParse({ rows: [], total: -1, page: 1, page_size: 10 }).success).toBe(false);
  expect(page.safeParse({ rows: [], total: 0, page: 0, page_size: 10 }).success).toBe(false);
});
