import { expect, test } from "vitest";
import {
  callWords,
  caughtUpWords,
  dayOffWords,
  planDayWords,
  unrecordedWords,
  waitingWords,
} from "./words.ts";

test.each([
  [2, 4, 3, 5, "2 planned, 4 never seen, 3 late, 5 due"],
  [0, 0, 1, 0, "1 late"],
  [12, 0, 0, 1, "12 planned, 1 due"],
  [0, 0, 0, 1234, "1,234 due"],
  [0, 0, 0, 0, ""],
])(
  "%i planned, %i never seen, %i late and %i due are %j",
  (planned_total, never_total, late_total, due_total, words) => {
    expect(waitingWords({ planned_total, never_total, late_total, due_total })).toBe(words);
  },
);

test("calls, planned visits and doctors are counted in words", () => {
  expect([callWords(0), callWords(1), callWords(12)]).toEqual(["0 calls", "1 call", "12 calls"]);
  expect([1, 3].map(unrecordedWords)).toEqual([
    "1 planned visit of an earlier day is not recorded",
    "3 planned visits of earlier days are not recorded",
  ]);
  expect([0, 1, 12].map((ahead) => caughtUpWords({ ahead }))).toEqual([
    "All caught up.",
    "All caught up. 1 doctor is ahead of plan.",
    "All caught up. 12 doctors are ahead of plan.",
  ]);
});

test("a day without field work says why", () => {
  expect(dayOffWords("field", null)).toBeNull();
  expect(dayOffWords("weekly_off", null)).toBe("Sunday is no field day.");
  expect(dayOffWords("holiday", "Diwali")).toBe("Today is a holiday: Diwali.");
  expect(dayOffWords("leave", null)).toBe("You are on leave today.");
});

test("a day to plan for has its name", () => {
  expect(planDayWords("2025-11-25")).toBe("Tue, Nov 25, 2025");
});
