import { describe, expect, test } from "vitest";
import { type Former, heldAtStartOf, heldOn } from "./held-on.ts";

type Whose = { representative_id: string | null };
const of = (representative_id: string | null): Whose => ({ representative_id });
const until = (day: string, representative_id: string | null): Former<Whose> => ({
  until: day,
  representative_id,
});

describe("whose a doctor was on a day", () => {
  test.each<[string, string, Former<Whose>[], string | null]>([
    ["whose it is now, if nothing was changed", "2025-01-31", [], "now"],
    [
      "whose it was before, until the day before the change",
      "2025-01-31",
      [until("2025-02-01", "asha")],
      "asha",
    ],
    ["whose it is now, from the day of the change on", "2025-02-01", [until("2025-02-01", "asha")], "now"],
    ["everybody's, if it was shared then", "2025-01-31", [until("2025-02-01", null)], null],
    [
      "of whom it was between two changes",
      "2025-02-10",
      [until("2025-02-01", "asha"), until("2025-02-11", "ravi")],
      "ravi",
    ],
    [
      "the first one's on the days before two changes",
      "2025-01-31",
      [until("2025-02-01", "asha"), until("2025-02-11", "ravi")],
      "asha",
    ],
    [
      "never that of somebody who had it for a part of a day",
      "2025-01-31",
      [until("2025-02-01", "asha"), until("2025-02-01", "mistake")],
      "asha",
    ],
    [
      "the last one's on the day of several changes",
      "2025-02-01",
      [until("2025-02-01", "asha"), until("2025-02-01", "mistake")],
      "now",
    ],
    ["whose it is now on a day to come", "2025-02-27", [until("2025-02-01", "asha")], "now"],
    // The database's clock may be ahead of the business's day.
    [
      "whose it is now, today, whatever clock stored the change",
      "2025-02-20",
      [until("2025-02-21", "asha")],
      "now",
    ],
    [
      "whose it was yesterday, whatever clock stored the change",
      "2025-02-19",
      [until("2025-02-21", "asha")],
      "asha",
    ],
  ])("is %s", (_, day, changes, expected) => {
    expect(heldOn(day, { now: of("now"), changes, today: "2025-02-20" })).toMatchObject(of(expected));
  });
});

test.each<[string, string, Former<Whose>[], string | null]>([
  ["whose it was before, on the day of the change", "2025-02-01", [until("2025-02-01", "asha")], "asha"],
  ["whose it is now, from the day after the change on", "2025-02-02", [until("2025-02-01", "asha")], "now"],
  ["whose it was before, of a change of today", "2025-02-20", [until("2025-02-20", "asha")], "asha"],
  [
    "the first one's, of several changes on one day",
    "2025-02-01",
    [until("2025-02-01", "asha"), until("2025-02-01", "mistake")],
    "asha",
  ],
])("when a day began, a doctor was %s", (_, day, changes, expected) => {
  expect(heldAtStartOf(day, { now: of("now"), changes, today: "2025-02-20" })).toMatchObject(of(expected));
});
