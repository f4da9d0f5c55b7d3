import { expect, test } from "vitest";
import {
  callWords,
  caughtUpWords,
  dayOffWords,
  listedWords,
  nearDayWords,
  nearWords,
  pastDayWords,
  planDayWords,
  plannedDayOffWords,
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

test("a list that ends with doctors who are planned later counts them too", () => {
  const counts = { never_total: 0, late_total: 1, due_total: 12 };
  const due = [{ state: "late" }, { state: "due" }, { state: "planned" }] as const;
  expect(listedWords({ ...counts, due })).toBe("1 late, 12 due, 1 planned later");
  expect(listedWords({ ...counts, due: due.slice(0, 2) })).toBe("1 late, 12 due");
  expect(listedWords({ ...counts, late_total: 0, due_total: 0, due: due.slice(2) })).toBe("1 planned later");
});

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

test("a day to plan without field work says why", () => {
  const off = (kind: "field" | "weekly_off" | "holiday" | "leave") =>
    plannedDayOffWords({ kind, holiday: kind === "holiday" ? "Diwali" : null, day: "2026-11-29" });
  expect(nearDayWords("2026-11-30")).toBe("Monday, Nov 30");
  expect(off("field")).toBeNull();
  expect(off("weekly_off")).toBe("Sunday, Nov 29 is no field day.");
  expect(off("holiday")).toBe("Sunday, Nov 29 is a holiday: Diwali.");
  expect(off("leave")).toBe("You are on leave on Sunday, Nov 29.");
});

test("a day that is over says what became of its visits", () => {
  const words = (done_total: number, planned_total: number) => pastDayWords({ done_total, planned_total });
  expect([words(5, 2), words(5, 0), words(0, 2), words(0, 0)]).toEqual([
    ...["5 done, 2 not recorded", "5 done", "2 not recorded", "Nothing was planned or done"],
  ]);
});

test("doctors near planned visits are counted with their city", () => {
  const near = { city: "Pune", never_total: 0, late_total: 3, due_total: 0 };
  expect(nearWords(near)).toBe("3 late doctors in Pune");
  expect(nearWords({ ...near, late_total: 1 })).toBe("1 late doctor in Pune");
  expect(nearWords({ ...near, due_total: 2 })).toBe("3 late, 2 due doctors in Pune");
  expect(nearWords({ ...near, late_total: 1, due_total: 1 })).toBe("1 late, 1 due doctor in Pune");
  const later = { ...near, due_total: 32, is_exact: false };
  expect(nearWords(later)).toBe("35 doctors in Pune");
  expect(nearWords({ ...later, late_total: 1, due_total: 0 })).toBe("1 doctor in Pune");
});
