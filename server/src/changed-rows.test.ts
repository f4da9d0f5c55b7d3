import { doctorRoutes } from "@rounds/domain/doctors/routes.ts";
import { pageTopic } from "@rounds/domain/live/accounts.ts";
import { type News, newsEvent, newsParam } from "@rounds/domain/live/news.ts";
import { productRoutes } from "@rounds/domain/products/routes.ts";
import { visitRoutes } from "@rounds/domain/visits/routes.ts";
import { until } from "@rounds/realtime/testing/live.ts";
import { aDoctor, anItem, aProduct, aVisit, visitEdit } from "@rounds/testkit/builders.ts";
import { RealtimeClient } from "@supabase/realtime-js";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import WebSocket from "ws";
import { startApp, type TestApp } from "./testing/app.ts";

let app: TestApp;
const clients: RealtimeClient[] = [];
beforeAll(async () => {
  app = await startApp({ realtime: true });
});
afterEach(async () => {
  for (const client of clients.splice(0)) await client.disconnect();
});
afterAll(() => app.close());

const nothing = { added: [], changed: [], gone: [] };
const noRows = { doctors: nothing, products: nothing, visits: nothing };

/** Joins as a page does, and returns the news that it hears. */
async function openPage({ topic = pageTopic, vsn = "2.0.0" } = {}) {
  const client = new RealtimeClient(`${app.url.replace("http", "ws")}/realtime/v1`, {
    transport: WebSocket as never,
    params: { apikey: "page", [newsParam.name]: newsParam.value },
    vsn,
    accessToken: async () => app.token,
  });
  clients.push(client);
  await client.setAuth(app.token);
  const news: News[] = [];
  const changes: string[] = [];
  let joined = 0;
  client
    .channel(topic)
    .on("broadcast", { event: newsEvent }, ({ payload }) => void news.push(payload as News))
    .on("postgres_changes", { event: "*", schema: "public" }, ({ table }) => void changes.push(table))
    .on("system", {}, () => void joined++)
    .subscribe();
  await until(() => joined > 0);
  return { news, changes, joined: () => joined };
}

/** Waits until everything that was changed before the page was opened is told, and forgets it. */
async function forgetEarlier(news: News[]) {
  const { id } = await aDoctor(app);
  await until(() => news.some(({ rows }) => rows.doctors.added.some((doctor) => doctor.id === id)));
  news.length = 0;
}

/** All that was heard, as one. */
const tables = (news: News[]) => [...new Set(news.flatMap((one) => one.tables))].sort();
const byId = (left: { id: string }, right: { id: string }) => left.id.localeCompare(right.id);
/** The rows of a table as they were told last. */
const newest = (news: News[], table: keyof News["rows"]) =>
  [
    ...new Map(
      news.flatMap(({ rows }) => [...rows[table].added, ...rows[table].changed]).map((row) => [row.id, row]),
    ).values(),
  ].sort(byId);
const untold = (news: News[]) => news.flatMap((one) => one.untold);

test.each(["1.0.0", "2.0.0"])("a recorded visit is told once, as lists show it (%s)", async (vsn) => {
  const doctor = await aDoctor(app, { name: "Dr. Asha Rao" });
  const crocin = await aProduct(app, 50);
  const zinc = await aProduct(app, 50);
  const { news, changes } = await openPage({ vsn });
  await forgetEarlier(news);
  const items = [anItem(crocin.id, 3), anItem(zinc.id, 2)];
  const visit = await aVisit(app, doctor.id, { items });
  await until(() => tables(news).length === 4);
  // One transaction is most often one message, but nothing promises it.
  const told = news.at(-1)?.pages;
  const { rows } = await app.call(visitRoutes.list, { query: { start_date: "", end_date: "" } });
  const products = await app.call(productRoutes.list, { query: {} });
  expect([told, untold(news)]).toEqual([1, []]);
  expect(newest(news, "visits")).toEqual(rows.filter(({ id }) => id === visit.id));
  expect(news[0]?.rows.visits.added.map(({ id }) => id)).toEqual([visit.id]);
  const sold = products.rows.filter(({ id }) => id === crocin.id || id === zinc.id);
  expect(newest(news, "products")).toEqual(sold.toSorted(byId));
  expect(sold.map(({ current_stock, has_sales }) => [current_stock, has_sales]).sort()).toEqual([
    [47, true],
    [48, true],
  ]);
  expect(changes).toEqual([]);
});

test("edited and deleted rows are told as they are now, even those changed directly in SQL", async () => {
  const doctor = await aDoctor(app, { name: "Dr. Old" });
  const crocin = await aProduct(app, 50);
  const visit = await aVisit(app, doctor.id, { items: [anItem(crocin.id, 3, "10.00")] });
  const { news } = await openPage();
  await forgetEarlier(news);
  await app.database.pool.query("update doctors set name = 'Dr. New' where id = $1", [doctor.id]);
  await until(() => news.length === 1);
  const renamed = await app.call(doctorRoutes.read, { params: { id: doctor.id } });
  expect(renamed.name).toBe("Dr. New");
  const doctors = { added: [], changed: [renamed], gone: [] };
  expect(news[0]).toEqual({ tables: ["doctors"], untold: [], rows: { ...noRows, doctors }, pages: 1 });

  await app.database.pool.query("update sales set quantity = 4 where visit_id = $1", [visit.id]);
  await until(() => news.length === 2);
  expect(news[1]?.rows.visits.changed).toMatchObject([{ id: visit.id, total_sales: "40.00", item_count: 1 }]);

  await app.call(visitRoutes.delete, { params: { id: visit.id } });
  await until(() => tables(news.slice(2)).length === 4);
  expect(news.slice(2).flatMap(({ rows }) => rows.visits.gone)).toEqual([visit.id]);
  // Of a sale that is gone, only its key is known.
  expect(untold(news)).toEqual(["sales"]);
});

test("a row that was created and edited before anybody was told is new", async () => {
  const { news } = await openPage();
  await forgetEarlier(news);
  const { id: doctor_id } = await aDoctor(app);
  const visit = await aVisit(app, doctor_id);
  await app.call(visitRoutes.update, {
    params: { id: visit.id },
    body: visitEdit(visit, { notes: "Edited" }),
  });
  await until(() =>
    news.some(({ rows }) =>
      [rows.visits.added, rows.visits.changed].flat().some(({ notes }) => notes === "Edited"),
    ),
  );
  expect(news.flatMap(({ rows }) => rows.visits.added).map(({ id }) => id)).toContain(visit.id);
});

test("of many rows, only their table is told, and pages stay joined", async () => {
  const { news, joined } = await openPage();
  for (const many of [31, 201]) {
    news.length = 0;
    await app.database.pool.query(
      `insert into doctors (id, name, doctor_class, doctor_type, creation_digest)
       select gen_random_uuid(), 'Many', 'A', 'prescriber', 'x' from generate_series(1, $1)`,
      [many],
    );
    await until(() => news.length === 1);
    expect(news[0]).toEqual({ tables: ["doctors"], untold: ["doctors"], rows: noRows, pages: 1 });
  }
  expect(joined()).toBe(1);
});

test("rows of more bytes than a message holds are not told", async () => {
  const { news } = await openPage();
  const { id: doctor_id } = await aDoctor(app);
  const notes = "n".repeat(5_000);
  await app.database.pool.query(
    `insert into visits (id, doctor_id, visit_date, status, notes, creation_digest)
     select gen_random_uuid(), $1, '2025-06-10', 'completed', $2, 'x' from generate_series(1, 20)`,
    [doctor_id, notes],
  );
  await until(() => tables(news).includes("visits"));
  expect(untold(news)).toContain("visits");
});

test("other programs hear each row as before, whatever they ask for", async () => {
  const { news, changes } = await openPage({ topic: "somebody-else" });
  await aDoctor(app);
  await until(() => changes.length > 0);
  expect([news, changes]).toEqual([[], ["doctors"]]);
});
