import { expect, test } from "vitest";
import { loadWords, usualLoad } from "./load.ts";

test.each([
  [{ calls: 0, days_worked: 0 }, 8, 12],
  [{ calls: 40, days_worked: 4 }, 8, 12],
  [{ calls: 50, days_worked: 5 }, 10, 10],
  [{ calls: 47, days_worked: 5 }, 9, 9],
  [{ calls: 48, days_worked: 5 }, 10, 10],
  [{ calls: 95, days_worked: 10 }, 10, 10],
  [{ calls: 5, days_worked: 25 }, 1, 1],
])("of %o the usual is %i to %i", (worked, least, most) => {
  expect(usualLoad(worked)).toEqual({ least, most });
});

test("a day's load is said in words", () => {
  const [ten, range] = [
    { least: 10, most: 10 },
    { least: 8, most: 12 },
  ];
  expect([0, 7, 10, 13].map((planned) => loadWords(planned, ten))).toEqual([
    "Nothing planned · usual 10",
    "7 planned · usual 10",
    "10 planned · usual 10",
    "13 planned · usual 10 · 3 more than usual",
  ]);
  expect([12, 14].map((planned) => loadWords(planned, range))).toEqual([
    "12 planned · usual 8 to 12",
    "14 planned · usual 8 to 12 · 2 more than usual",
  ]);
});
