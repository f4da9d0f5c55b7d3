import type { CoverageAnswer } from "@rounds/domain/coverage/coverage.ts";
import { expect, test } from "vitest";
import { averageWords, capacityWords, remainingWords } from "./coverage-words.ts";

function answer(remaining: number, work: Partial<CoverageAnswer["work"]>, is_over = false): CoverageAnswer {
  const figures = {
    ...{ doctors: 0, met: 0, not_met: 0, norm: 0, counted: 0, remaining, remaining_doctors: 0 },
    ...{ to_plan: 0, to_plan_doctors: 0, no_target: 0 },
  };
  return {
    ...{ month: "2025-06", from: "2025-06-01", to: "2025-06-30", is_over, person: null },
    total: figures,
    classes: { A: figures, B: figures, C: figures, none: figures },
    work: {
      ...{ people: 1, calls: 0, called_doctors: 0, days_worked: 0, days_left: 0, capacity_left: 0 },
      ...{ nobody_calls: 0, nobody_days: 0 },
      ...work,
    },
  };
}

test.each([
  // remaining calls, people, field days left, calls that fit, words
  [62, 1, 7, 70, "62 calls remain. 7 field days are left, enough for 70 calls."],
  [62, 1, 5, 50, "62 calls remain. 5 field days are left, enough for only 50 calls."],
  [1, 1, 1, 1, "1 call remains. 1 field day is left, enough for 1 call."],
  [
    1200,
    20,
    140,
    1400,
    "1,200 calls remain. 20 people have 140 field days left together, enough for 1,400 calls.",
  ],
  [100, 2, 5, 46, "100 calls remain. 2 people have 5 field days left together, enough for only 46 calls."],
  [3, 1, 0, 0, "3 calls remain, and no field day is left."],
  [0, 1, 4, 40, "No calls remain. 4 field days are left."],
])(
  "%i calls of %i people with %i days and room for %i",
  (remaining, people, days_left, capacity_left, words) => {
    const capacity = capacityWords(answer(remaining, { people, days_left, capacity_left }));
    expect(capacity).toEqual({ words, fits: remaining <= capacity_left });
  },
);

test.each([
  [113, 12, "113 calls in 12 days worked, within the usual 8 to 12"],
  [8, 1, "8 calls in 1 day worked, within the usual 8 to 12"],
  [15, 2, "15 calls in 2 days worked, below the usual 8 to 12"],
  [121, 10, "121 calls in 10 days worked, above the usual 8 to 12"],
  [0, 0, "no day worked yet"],
])("%i calls in %i days", (calls, days_worked, words) => {
  expect(averageWords(answer(0, { calls, days_worked }))).toBe(words);
});

test.each([
  [2, 0, "2"],
  [1, 1, "1 (planned)"],
  [2, 1, "2 (1 planned)"],
  [2, 2, "2 (all planned)"],
  [0, 1, "0 (1 planned)"],
  [1200, 1100, "1,200 (1,100 planned)"],
])("%i remaining calls, of which %i are planned, are %j", (remaining, scheduled, words) => {
  expect(remainingWords({ remaining, scheduled })).toBe(words);
});

test("a month that is over has no day yet to come", () => {
  expect(averageWords(answer(0, {}, true))).toBe("no day worked");
});
