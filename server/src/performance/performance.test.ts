import { coverageRoutes } from "@rounds/domain/coverage/routes.ts";
import type { PerformanceQuery } from "@rounds/domain/performance/performance.ts";
import { performanceRoutes } from "@rounds/domain/performance/routes.ts";
import { salesRoutes } from "@rounds/domain/sales/routes.ts";
import { teamRoutes } from "@rounds/domain/team/routes.ts";
import { aDoctor, anId, anItem, aProduct, aVisit } from "@rounds/testkit/builders.ts";
import type { Member } from "@rounds/testkit/caller.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startApp, type TestApp } from "../testing/app.ts";

let app: TestApp;
let ravi: Member;

/** Asha (the app's own person) and Ravi have a doctor of class A each, and one is shared. The clock stands at 15 June 2025 in Kolkata. */
beforeAll(async () => {
  app = await startApp({ email: "asha@example.com" });
  ravi = await app.signUp("ravi@example.com");
  const doctorOf = (of: string | null) =>
    aDoctor(app, { doctor_class: "A", norm: null, representative_id: of });
  const [hers, his, shared] = [await doctorOf(app.id), await doctorOf(ravi.id), await doctorOf(null)];
  await app.database.pool.query("update doctors set created_at = '2025-01-01'");
  const product = await aProduct(app, 100);
  const sold = (visit_date: string, price: string) => ({ visit_date, items: [anItem(product.id, 1, price)] });
  await aVisit(app, hers.id, sold("2025-06-02", "10.00"));
  await aVisit(app, his.id, sold("2025-06-02", "5.50"));
  await aVisit(ravi, his.id, sold("2025-06-03", "7.25"));
  await aVisit(ravi, his.id, sold("2025-05-20", "1.00"));
  const visit = await aVisit(app, shared.id, sold("2025-06-04", "100.00"));
  await app.database.pool.query("update visits set created_by = null where id = $1", [visit.id]);
});
afterAll(() => app.close());

const figures = (doctors: number, met: number, calls: number, days_worked: number, sales: string) => ({
  ...{ doctors, met, calls, days_worked, sales },
});

test("everybody's figures of this month and the last, what belongs to nobody, and the total", async () => {
  const { rows, ...answer } = await ravi.call(performanceRoutes.read, { query: {} });
  // 13 field days are left, and three calls five days apart need 11: nobody is late.
  expect(rows).toEqual([
    {
      ...{ id: app.id, name: "asha@example.com", is_gone: false, late: 0, last_call: "2025-06-02" },
      present: figures(2, 2, 2, 1, "15.50"),
      before: figures(2, 0, 0, 0, "0.00"),
    },
    {
      ...{ id: ravi.id, name: "ravi@example.com", is_gone: false, late: 0, last_call: "2025-06-03" },
      present: figures(2, 2, 1, 1, "7.25"),
      before: figures(2, 1, 1, 1, "1.00"),
    },
  ]);
  expect(answer).toEqual({
    present: { month: "2025-06", from: "2025-06-01", until: "2025-06-15", is_over: false },
    before: { month: "2025-05", from: "2025-05-01", until: "2025-05-31", is_over: true },
    nobody: { present: figures(0, 0, 1, 0, "100.00"), before: figures(0, 0, 0, 0, "0.00") },
    total: {
      ...{ present: figures(3, 3, 4, 2, "122.75"), before: figures(3, 1, 1, 1, "1.00") },
      late: 0,
    },
  });
});

test("a person who is asked for has a row also without figures or use of the account, if there is one", async () => {
  const { member } = await app.call(teamRoutes.invite, { body: { email: "new@example.com" } });
  const read = (query: PerformanceQuery) => app.call(performanceRoutes.read, { query });
  const without = await read({});
  expect(without.rows.map(({ name }) => name)).toEqual(["asha@example.com", "ravi@example.com"]);
  const { rows, ...others } = await read({ person: member.id });
  expect(rows.map(({ name }) => name)).toEqual(["asha@example.com", "new@example.com", "ravi@example.com"]);
  expect(rows[1]).toEqual({
    ...{ id: member.id, name: "new@example.com", is_gone: false, late: 0, last_call: null },
    // The shared doctor counts for everybody.
    present: figures(1, 1, 0, 0, "0.00"),
    before: figures(1, 0, 0, 0, "0.00"),
  });
  expect({ ...others, rows: rows.toSpliced(1, 1) }).toEqual(without);
  expect(await read({ person: ravi.id })).toEqual(without);
  expect(await read({ person: anId() })).toEqual(without);
  await app.call(teamRoutes.delete, { params: { id: member.id }, query: undefined });
  expect(await read({ person: member.id })).toEqual(without);
});

test("each figure is what the lists that it opens say", async () => {
  const { rows } = await app.call(performanceRoutes.read, { query: {} });
  for (const { id, present } of rows) {
    const { total, work } = await app.call(coverageRoutes.month, { query: { person: id } });
    expect([total.doctors, total.met, work.calls, work.days_worked]).toEqual([
      present.doctors,
      present.met,
      present.calls,
      present.days_worked,
    ]);
    const sales = await app.call(salesRoutes.summary, {
      query: { representative: id, start_date: "2025-06-01", end_date: "2025-06-15" },
    });
    expect(sales.revenue).toBe(present.sales);
  }
});

test("a month that is over has nobody who is late, and one that has not begun is the present one", async () => {
  const may = await app.call(performanceRoutes.read, { query: { month: "2025-05" } });
  expect([may.present.month, may.before.month, may.total.late, may.rows[0]?.late, may.nobody]).toEqual([
    "2025-05",
    "2025-04",
    null,
    null,
    null,
  ]);
  expect((await app.call(performanceRoutes.read, { query: { month: "2999-12" } })).present.month).toBe(
    "2025-06",
  );
  const { status, text } = await app.send(`${performanceRoutes.read.path}?month=june`);
  expect([status, JSON.parse(text).fields]).toEqual([400, { month: "Please enter a month such as 2025-06" }]);
});

test("the file has a row for each person, nobody's and the total", async () => {
  const { headers, text } = await app.send(performanceRoutes.export.path);
  expect(headers.get("content-disposition")).toContain("performance-2025-06.csv");
  expect(text.split("\r\n")).toEqual([
    "Month,Month Before,Representative,Doctors,Doctors Before,Met,Met Before,Coverage %,Coverage % Before,Calls,Calls Before," +
      "Days Worked,Days Worked Before,Call Average,Call Average Before,Sales,Sales Before,Late Doctors,Last Call",
    "2025-06,2025-05,asha@example.com,2,2,2,0,100,0,2,0,1,0,2,,15.50,0.00,0,2025-06-02",
    "2025-06,2025-05,ravi@example.com,2,2,2,1,100,50,1,1,1,1,1,1,7.25,1.00,0,2025-06-03",
    "2025-06,2025-05,Nobody,,,,,,,1,0,,,,,100.00,0.00,,",
    "2025-06,2025-05,Total,3,3,3,1,100,33.3,4,1,2,1,1.5,1,122.75,1.00,0,",
    "",
  ]);
});

test("the file has the people in the order that the screen shows, nobody and the total last", async () => {
  const names = async (sort: string) => {
    const { text } = await app.send(`${performanceRoutes.export.path}${sort}`);
    return text
      .split("\r\n")
      .slice(1, -1)
      .map((row) => row.split(",")[2]);
  };
  const [asha, ravi] = ["asha@example.com", "ravi@example.com"];
  expect(await names("?sort=sales")).toEqual([asha, ravi, "Nobody", "Total"]);
  expect(await names("?sort=sales&month=2025-05")).toEqual([ravi, asha, "Total"]);
});
