import { expect, test } from "vitest";
import { lastSeenWords } from "./last-seen.ts";

test.each([
  [null, "never seen"],
  ["2025-03-01", "last seen today"],
  ["2025-02-28", "last seen yesterday"],
  ["2025-02-27", "last seen 2 days ago"],
  ["2024-03-01", "last seen 365 days ago"],
  ["2022-01-13", "last seen 1,143 days ago"],
  // The page's day can be a day behind the server's.
  ["2025-03-02", "last seen today"],
])("a doctor whose last visit was %s was %s", (day, words) => {
  expect(lastSeenWords(day, "2025-03-01")).toBe(words);
});
