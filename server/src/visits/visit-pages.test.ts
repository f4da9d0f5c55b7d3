import { visitRoutes } from "@rounds/domain/visits/routes.ts";
import type { VisitListQuery } from "@rounds/domain/visits/visit-list.ts";
import { aDoctor } from "@rounds/testkit/builders.ts";
import { afterAll, expect, test } from "vitest";
import { foldChanges } from "../rollups/fold.ts";
import { startApp } from "../testing/app.ts";

// More visits than are skipped one by one: deep pages begin at the day that the rollups name.

const app = await startApp();
const { id } = await aDoctor(app, { name: "Dr. Pages" });
// Three years with 350 visits on one day, three on every tenth of the others.
await app.database.pool.query(
  `insert into visits (id, doctor_id, visit_date, status, creation_digest)
   select gen_random_uuid(), $1, date '2023-01-01' + case when n <= 350 then 400 else (n - 350) / 3 * 10 end,
     (array['completed', 'scheduled', 'completed', 'cancelled', 'completed'])[1 + n % 5], ''
   from generate_series(1, 650) as n`,
  [id],
);
await foldChanges(app.db, 90);
afterAll(() => app.close());

async function onPages(query: VisitListQuery, order: "asc" | "desc") {
  const { start_date = "1900-01-01", end_date = "2999-12-31", status = "" } = query;
  const { rows: stored } = await app.database.pool.query(
    `select id, visit_date from visits
     where visit_date between $1 and $2 and ($3 = '' or (status = 'completed') = ($3 = 'completed'))
     order by visit_date ${order}, id ${order}`,
    [start_date, end_date, status],
  );
  const rows = [];
  const last = Math.ceil(stored.length / 10);
  for (let page = 1; page <= last; page++) {
    const answer = await app.call(visitRoutes.list, { query: { ...query, page } });
    expect(answer).toMatchObject({ page, total: stored.length });
    expect(answer.days.map(({ day }) => day)).toEqual([
      ...new Set(answer.rows.map(({ visit_date }) => visit_date)),
    ]);
    rows.push(...answer.rows);
  }
  expect(rows.map(({ id, visit_date }) => ({ id, visit_date }))).toEqual(stored);
  expect(await app.call(visitRoutes.list, { query: { ...query, page: last + 1 } })).toMatchObject({
    page: last,
    rows: rows.slice((last - 1) * 10),
  });
}

test.each<VisitListQuery>([
  {},
  { status: "completed" },
  { start_date: "2023-01-05", end_date: "2025-05-20" },
  { start_date: "2023-01-01", end_date: "2024-12-31", status: "completed" },
  { status: "other" },
])("every visit is on exactly one page, newest first: %j", async (query) => {
  await onPages(query, "desc");
});

test.each<VisitListQuery>([
  { start_date: "2024-01-01", end_date: "2025-05-20" },
  { start_date: "2024-01-02", end_date: "2999-12-31", status: "other" },
  // A search is counted without the rollups.
  { start_date: "2024-02-05", end_date: "2024-02-05", search: "pages" },
])("days still to come begin with the nearest: %j", async (query) => {
  app.setClock("2024-01-01T10:00:00Z");
  await onPages(query, "asc");
});
