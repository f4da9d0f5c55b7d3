import { describe, expect, test } from "vitest";
import { planDayProblem } from "./limits.ts";
import { planInput } from "./plan.ts";
import { skipReasonLabels, skipReasons } from "./reasons.ts";
import { skipInput } from "./skip.ts";
import { skipDayProblem } from "./skip-day.ts";

describe("a skip", () => {
  const problemsOf = (input: object) => {
    const { error } = skipInput.safeParse(input);
    return error?.issues.map(({ path, message }) => `${path.join(".")}: ${message}`) ?? [];
  };

  test("needs a reason of the list, and a note only if that is Other", () => {
    expect(problemsOf({ day: "2025-06-15", reason: "clinic_closed" })).toEqual([]);
    expect(problemsOf({ day: "2025-06-15", reason: "other", note: "Camp in Satara" })).toEqual([]);
    expect(problemsOf({ day: "2025-06-15", reason: "other", note: "  " })).toEqual(["note: Please say why"]);
    expect(problemsOf({ day: "2025-06-15", reason: null, note: "" })).toEqual(["reason: Please choose why"]);
    expect(problemsOf({ day: "2025-06-31", reason: "on_leave" })).toEqual(["day: Please enter a date"]);
  });

  test("is of today only", () => {
    expect(skipDayProblem("2025-06-15", "2025-06-15")).toBeNull();
    expect(skipDayProblem("2025-06-14", "2025-06-15")).toBe(
      "That day is over. Reload the page to see today.",
    );
    expect(skipDayProblem("2025-06-16", "2025-06-15")).toBe("Only doctors of today can be skipped.");
  });

  test("that a phone has kept may come up to thirty days later", () => {
    expect(skipDayProblem("2025-06-14", "2025-06-15", true)).toBeNull();
    expect(skipDayProblem("2025-05-16", "2025-06-15", true)).toBeNull();
    expect(skipDayProblem("2025-05-15", "2025-06-15", true)).toMatch(/^That day is over/);
    expect(skipDayProblem("2025-06-16", "2025-06-15", true)).toMatch(/^Only doctors of today/);
  });

  test("has words for each reason", () => {
    expect(skipReasons.map((reason) => skipReasonLabels[reason])).toEqual([
      "Doctor on leave",
      "Not available today",
      "Asked to come later",
      "Clinic closed",
      "Other",
    ]);
  });
});

test("a visit is planned from today on", () => {
  const input = planInput("2025-06-15");
  expect(input.safeParse({ day: "2025-06-15" }).success).toBe(true);
  expect(input.safeParse({ day: "2025-06-14" }).error?.issues[0]?.message).toBe(
    "Please choose a day from today on",
  );
  expect(input.safeParse({ day: "soon" }).error?.issues[0]?.message).toBe("Please enter a date");
});

test("a plan is read from a day on, for a year", () => {
  expect(planDayProblem("2025-06-15", "2025-06-15")).toBeNull();
  expect(planDayProblem("2026-06-16", "2025-06-15")).toBeNull();
  expect(planDayProblem("2026-06-17", "2025-06-15")).toBe("Please choose a day within a year");
  expect(planDayProblem("2025-06-14", "2025-06-15")).toBe("That day is over. Reload the page to see today.");
});
