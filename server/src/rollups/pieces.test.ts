import { addDays, type Day, endOfMonth } from "@rounds/domain/calendar/calendar.ts";
import { createRandom } from "@rounds/domain/random/random.ts";
import { expect, test } from "vitest";
import { type Piece, piecesOf } from "./pieces.ts";

test.each<[string, Day | undefined, Day | undefined, Piece[]]>([
  ["all time", undefined, undefined, [{ level: "all", first: "0001-01-01", last: "0001-01-01" }]],
  ["one day", "2025-06-15", "2025-06-15", [{ level: "day", first: "2025-06-15", last: "2025-06-15" }]],
  ["a month", "2024-02-01", "2024-02-29", [{ level: "month", first: "2024-02-01", last: "2024-02-01" }]],
  ["a year", "2024-01-01", "2024-12-31", [{ level: "year", first: "2024-01-01", last: "2024-01-01" }]],
  [
    "years with rests on both sides",
    "2021-10-30",
    "2025-02-02",
    [
      { level: "day", first: "2021-10-30", last: "2021-10-31" },
      { level: "month", first: "2021-11-01", last: "2021-12-01" },
      { level: "year", first: "2022-01-01", last: "2024-01-01" },
      { level: "month", first: "2025-01-01", last: "2025-01-01" },
      { level: "day", first: "2025-02-01", last: "2025-02-02" },
    ],
  ],
  [
    "from a day on",
    "2025-12-31",
    undefined,
    [
      { level: "day", first: "2025-12-31", last: "2025-12-31" },
      { level: "year", first: "2026-01-01", last: "2999-01-01" },
    ],
  ],
  ["an end before its start", "2025-06-02", "2025-06-01", []],
  ["an end in the year before", "2025-06-02", "2024-06-01", []],
])("%s", (_, from, to, pieces) => {
  expect(piecesOf({ from, to })).toEqual(pieces);
});

test("the pieces of any range contain each of its days once", () => {
  const random = createRandom(3);
  for (let n = 0; n < 200; n++) {
    const from = addDays("2022-12-20", random.integer(0, 800));
    const to = addDays(from, random.integer(-3, 900));
    const held = piecesOf({ from, to }).flatMap(daysOf);
    const expected: Day[] = [];
    for (let day = from; day <= to; day = addDays(day, 1)) expected.push(day);
    expect([from, to, held]).toEqual([from, to, expected]);
  }
});

function daysOf({ level, first, last }: Piece): Day[] {
  const end = level === "year" ? `${last.slice(0, 4)}-12-31` : level === "month" ? endOfMonth(last) : last;
  const days: Day[] = [];
  for (let day = first; day <= end; day = addDays(day, 1)) days.push(day);
  return days;
}
