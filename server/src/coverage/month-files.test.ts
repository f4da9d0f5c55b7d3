import { coverageRoutes } from "@rounds/domain/coverage/routes.ts";
import { aDoctor, anId, aVisit } from "@rounds/testkit/builders.ts";
import { afterAll, describe, expect, test } from "vitest";
import { startApp } from "../testing/app.ts";

// Sunday, June 15, 2025. June has 25 field days (Monday to Saturday); 13 of them are left.
const app = await startApp();
const colleague = await app.signUp("bina@example.com");
const own = await aDoctor(app, { name: "=Dr. Asha", doctor_class: "A", representative_id: app.id });
const other = await aDoctor(colleague, {
  name: "Dr. Bose",
  doctor_class: "B",
  representative_id: colleague.id,
});
const shared = await aDoctor(app, { name: "Dr. Chitre", doctor_class: null, representative_id: null });
await app.database.pool.query("update doctors set created_at = '2025-01-01'");
await aVisit(app, own.id, { visit_date: "2025-06-10" });
await aVisit(app, own.id, { visit_date: "2025-06-12" });
await aVisit(colleague, own.id, { visit_date: "2025-06-12" });
await aVisit(app, own.id, { visit_date: "2025-06-20", status: "scheduled" });
await aVisit(app, other.id, { visit_date: "2025-06-10" });
await aVisit(app, shared.id, { visit_date: "2025-06-13", status: "cancelled" });
afterAll(() => app.close());

const head =
  "Month,Doctors Of,Class,Doctors,Met,Not Met,Coverage %,Calls Expected,Calls Counted,Compliance %,Remaining Calls," +
  "Doctors With Remaining Calls,Calls To Plan,Doctors Without Target,Calls Made,Days Worked,Call Average," +
  "Field Days Left,Capacity Left";

describe("the file of a month", () => {
  test("has a row for each class, one for doctors without, and the total with the work", async () => {
    const { status, headers, text } = await app.send(coverageRoutes.exportMonth.path);
    expect(status).toBe(200);
    expect(headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(headers.get("content-disposition")).toContain("coverage-2025-06.csv");
    const name = app.email;
    expect(text.split("\r\n")).toEqual([
      head,
      `2025-06,${name},A,1,1,0,100,4,2,50,2,1,1,0,,,,,`,
      `2025-06,${name},B,0,0,0,,0,0,,0,0,0,0,,,,,`,
      `2025-06,${name},C,0,0,0,,0,0,,0,0,0,0,,,,,`,
      `2025-06,${name},No class,0,0,0,,0,0,,0,0,0,1,,,,,`,
      `2025-06,${name},Total,1,1,0,100,4,2,50,2,1,1,1,3,2,1.5,13,130`,
      "",
    ]);
  });

  test("of everybody sums the people: a day of joint work is one call of the doctor and one of each person", async () => {
    const { text } = await app.send(`${coverageRoutes.exportMonth.path}?person=everybody`);
    expect(text.split("\r\n").at(-2)).toBe("2025-06,Everybody,Total,2,2,0,100,6,3,50,3,2,2,1,4,3,1.3,26,260");
  });

  test("of everybody ends with the calls that nobody recorded, if there are any", async () => {
    const shared = await aDoctor(app, { doctor_class: null, norm: null, representative_id: null });
    const visit = await aVisit(app, shared.id, { visit_date: "2025-03-03" });
    await app.database.pool.query("update visits set created_by = null where id = $1", [visit.id]);
    const { text } = await app.send(`${coverageRoutes.exportMonth.path}?person=everybody&month=2025-03`);
    expect(text.split("\r\n").at(-2)).toBe("2025-03,Everybody,Recorded by nobody,,,,,,,,,,,,1,1,1,,");
    const { text: own } = await app.send(`${coverageRoutes.exportMonth.path}?month=2025-03`);
    expect(own.split("\r\n").at(-2)).toMatch(/^2025-03,[^,]+,Total,.*,0,0,,0,0$/);
  });

  test("of a month that is over has no days left", async () => {
    const { headers, text } = await app.send(`${coverageRoutes.exportMonth.path}?month=2025-05`);
    expect(headers.get("content-disposition")).toContain("coverage-2025-05.csv");
    expect(text.split("\r\n").at(-2)).toBe(`2025-05,${app.email},Total,1,0,1,0,4,0,0,4,1,4,1,0,0,,0,0`);
  });
});

test("the file of a figure's doctors has their month, and neutralises what a spreadsheet would run", async () => {
  const { headers, text } = await app.send(`${coverageRoutes.exportDoctors.path}?figure=to_plan`);
  expect(headers.get("content-disposition")).toContain("coverage-2025-06-to-plan.csv");
  expect(text.split("\r\n")).toEqual([
    "Doctor,Class,City,Representative,Calls,Calls Expected,Calls Planned,Remaining Calls,Calls Made,Last Seen",
    `'=Dr. Asha,A,Pune,${app.email},2,4,1,2,2,2025-06-12`,
    "",
  ]);
  const none = await app.send(`${coverageRoutes.exportDoctors.path}?figure=to_plan&class=C`);
  expect(none.text.split("\r\n")).toHaveLength(2);
});

describe("bad input", () => {
  test.each(["month=2025-13", "month=june", "person=anybody", "figure=met&class=D", "figure=best"])(
    "%s",
    async (query) => {
      const { status, text } = await app.send(`/api/coverage/doctors?figure=met&${query}`);
      expect([status, JSON.parse(text).code]).toEqual([400, "validation_failed"]);
    },
  );

  test("a person without an account is not found", async () => {
    const { status, text } = await app.send(`/api/coverage?person=${anId()}`);
    expect([status, JSON.parse(text).code]).toEqual([404, "not_found"]);
  });

  test("a month that has not begun is the present one", async () => {
    const { month } = await app.call(coverageRoutes.month, { query: { month: "2999-12" } });
    expect(month).toBe("2025-06");
  });
});
