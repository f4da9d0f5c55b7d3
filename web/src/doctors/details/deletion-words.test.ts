import { expect, test } from "vitest";
import { deletionWords } from "./deletion-words.ts";

test.each([
  [0, 0, 0, "No visits were recorded for this doctor, so nothing else will be deleted."],
  [1, 0, 0, "1 visit will be deleted too."],
  [3, 0, 0, "3 visits will be deleted too."],
  [1, 1, 1, "1 visit with 1 sale will be deleted too. 1 unit of stock comes back."],
  [1200, 2, 1500, "1,200 visits with 2 sales will be deleted too. 1,500 units of stock come back."],
])("%i visits, %i sales and %i units: %s", (visits, sales, units_returned, words) => {
  expect(deletionWords({ visits, sales, units_returned })).toBe(words);
});
