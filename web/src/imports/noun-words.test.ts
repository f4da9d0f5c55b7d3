import { expect, test } from "vitest";
import { nounWords } from "./noun-words.ts";

test.each([
  ["1", "1 unit"],
  ["1.0", "1.0 unit"],
  ["12", "12 units"],
  ["two", "two units"],
])("the quantity %s of a row of past visits is shown as %s", (quantity, words) =>
  expect(nounWords.visits.details({ product: "Zinc 50", quantity })).toContain(words),
);
