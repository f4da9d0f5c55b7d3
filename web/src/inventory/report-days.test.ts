import { expect, test } from "vitest";
import { namedDays, reportDays, sumWords } from "./report-days.ts";

const today = "2025-11-20";

test("an address without days asks for 2020 until today", () => {
  const own = { from: "2020-01-01", to: today, problem: null, chosen: false };
  expect(reportDays({}, today)).toMatchObject(own);
  expect(reportDays({ start_date: "", end_date: "" }, today)).toMatchObject(own);
  expect(reportDays({ end_date: "2024-12-31" }, today)).toMatchObject({
    from: "2020-01-01",
    to: "2024-12-31",
    chosen: true,
  });
});

test("a missing day, or an end before the start, is a problem with its own message", () => {
  const problem = (start_date: string, end_date: string) =>
    reportDays({ start_date, end_date }, today).problem;
  expect(problem("", "2025-01-01")).toBe("Select start date to apply the date range.");
  expect(problem("2025-01-01", "")).toBe("Select end date to apply the date range.");
  expect(problem("2025-01-02", "2025-01-01")).toBe("End date cannot be earlier than start date.");
  expect(problem("2025-01-02", "2025-01-02")).toBeNull();
});

test("a day after today is a problem with its own message, and its field keeps it", () => {
  for (const start_date of [undefined, "2025-11-01", today]) {
    const beyond = reportDays({ start_date, end_date: "2025-11-21" }, today);
    expect(beyond).toMatchObject({ to: today, problem: "End date cannot be after today." });
    expect(beyond.shown.end_date).toBe("2025-11-21");
  }
  for (const end_date of ["2025-12-31", today, undefined]) {
    const { problem } = reportDays({ start_date: "2025-11-21", end_date }, today);
    expect(problem).toBe("Start date cannot be after today.");
  }
});

test("the covered days are valid whatever the fields contain", () => {
  expect(reportDays({ start_date: "" }, today)).toMatchObject({ from: "2020-01-01", to: today });
  expect(reportDays({ end_date: "" }, today)).toMatchObject({ from: "2020-01-01", to: today });
});

test("an address leaves out the report's default days", () => {
  expect(namedDays({ from: "2020-01-01", to: today }, today)).toEqual({});
  expect(namedDays({ from: "2025-11-01", to: "" }, today)).toEqual({
    start_date: "2025-11-01",
    end_date: "",
  });
});

test("a figure says which days it sums", () => {
  expect(sumWords(reportDays({}, today), today)).toBe("since Jan 01, 2020");
  const days = (start_date: string, end_date: string) =>
    sumWords(reportDays({ start_date, end_date }, today), today);
  expect(days("2025-11-01", today)).toBe("since Nov 01, 2025");
  expect(days("2025-10-01", "2025-10-31")).toBe("from Oct 01 to Oct 31, 2025");
  expect(days("2025-11-05", "2025-11-05")).toBe("on Nov 05, 2025");
  expect(days(today, today)).toBe("on Nov 20, 2025");
});
