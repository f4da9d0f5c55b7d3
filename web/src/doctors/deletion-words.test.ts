import { expect, test } from "vitest";
import { deletionWords } from "./deletion-words.ts";

test.each([
  [0, 0, 0, "No visits were recorded for this doctor, so nothing else goes along."],
  [1, 0, 0, "1 visit goes along."],
  [3, 0, 0, "3 visits go along."],
  [1, 1, 1, "1 visit with 1 sale goes along. 1 unit of stock comes back."],
  [1200, 2, 1500, "1,200 visits with 2 sales go along. 1,500 units of stock come back."],
])("%i visits, %i sales and %i units: %s", (visits, sales, units_returned, words) => {
  expect(deletionWords({ visits, sales, units_returned })).toBe(words);
});
