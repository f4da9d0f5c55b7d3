import { expect, test } from "vitest";
import { type Filter, filtersInForce, withoutFilters } from "./filters.ts";

type Search = { search?: string; start_date?: string; end_date?: string };

const filters: readonly Filter<Search>[] = [
  { label: "Search", value: "rao", keys: ["search"] },
  { label: "Dates", value: false, keys: ["start_date", "end_date"] },
];

test("only a filter that is set has a chip", () => {
  expect(filtersInForce(filters).map(({ label }) => label)).toEqual(["Search"]);
});

test("clearing takes away what is half set too", () => {
  expect(withoutFilters(filters)).toStrictEqual({
    search: undefined,
    start_date: undefined,
    end_date: undefined,
  });
});
