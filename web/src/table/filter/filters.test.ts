import { expect, test } from "vitest";
import { activeFilters, type Filter, withoutFilters } from "./filters.ts";

type Search = { search?: string; start_date?: string; end_date?: string };

const filters: readonly Filter<Search>[] = [
  { label: "Search", value: "rao", keys: ["search"] },
  { label: "Dates", value: false, keys: ["start_date", "end_date"] },
];

test("only an active filter has a chip", () => {
  expect(activeFilters(filters).map(({ label }) => label)).toEqual(["Search"]);
});

test("clearing takes away what is half set too", () => {
  expect(withoutFilters(filters)).toStrictEqual({
    search: undefined,
    start_date: undefined,
    end_date: undefined,
  });
});
