import { pageTopic } from "@rounds/domain/live/accounts.ts";
import { type News, newsEvent, newsParam, newsToSend } from "@rounds/domain/live/news.ts";
import { visitRoutes } from "@rounds/domain/visits/routes.ts";
import { until } from "@rounds/realtime/testing/live.ts";
import { aDoctor, anItem, aProduct, aVisit, visitEdit } from "@rounds/testkit/builders.ts";
import { RealtimeClient } from "@supabase/realtime-js";
import { afterAll, afterEach, expect, test } from "vitest";
import WebSocket from "ws";
import { startApp } from "../testing/app.ts";

const clients: RealtimeClient[] = [];
const app = await startApp({ realtime: true });
afterEach(async () => {
  for (const client of clients.splice(0)) await client.disconnect();
});
afterAll(() => app.close());

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

/** Waits until everything that was changed before the page was opened is announced, and forgets it. */
async function forgetEarlier(news: News[]) {
  const { id } = await aDoctor(app);
  await until(() => named(news).some((change) => change.id === id));
  news.length = 0;
}

const tables = (news: News[]) => [...new Set(news.flatMap((one) => one.tables))].sort();
const named = (news: News[]) => news.flatMap(({ changes }) => changes);
/** What was said last of each row, by the row's name: one transaction is most often one message, but need not be. */
const inShort = (news: News[], names: Record<string, string>) =>
  Object.fromEntries(
    named(news).map(({ noun, what, id, version = "", doctor_id = "" }) => [
      id ? (names[id] ?? "another") : noun,
      `${what} ${version} ${names[doctor_id] ?? ""}`.trim(),
    ]),
  );

test.each(["1.0.0", "2.0.0"])(
  "a recorded visit is announced once, by id, with whom it was to (%s)",
  async (vsn) => {
    const doctor = await aDoctor(app, { name: "Dr. Asha Rao" });
    const crocin = await aProduct(app, 50);
    const zinc = await aProduct(app, 50);
    const names = { [doctor.id]: "doctor", [crocin.id]: "crocin", [zinc.id]: "zinc" };
    const { news, changes } = await openPage({ vsn });
    await forgetEarlier(news);
    const items = [anItem(crocin.id, 3), anItem(zinc.id, 2)];
    const visit = await aVisit(app, doctor.id, { items, notes: "Asked for samples" });
    await until(() => tables(news).length === 4);
    expect(inShort(news, { ...names, [visit.id]: "visit" })).toEqual({
      visit: "added 1 doctor",
      crocin: "changed 1",
      zinc: "changed 1",
    });
    expect(news[0]).toEqual(newsToSend({ ...(news[0] as News), pages: 1 }));
    expect(JSON.stringify(news)).not.toMatch(/Asha|samples|Crocin/);
    expect(changes).toEqual([]);
  },
);

test("edited and deleted rows are announced, even those changed directly in SQL", async () => {
  const doctor = await aDoctor(app, { name: "Dr. Old" });
  const crocin = await aProduct(app, 50);
  const visit = await aVisit(app, doctor.id, { items: [anItem(crocin.id, 3, "10.00")] });
  const names = { [doctor.id]: "doctor", [visit.id]: "visit", [crocin.id]: "crocin" };
  const { news } = await openPage();
  await forgetEarlier(news);
  await app.database.pool.query("update doctors set name = 'Dr. New' where id = $1", [doctor.id]);
  await until(() => news.length === 1);
  expect(inShort(news, names)).toEqual({ doctor: "changed 1" });
  await app.database.pool.query("update sales set quantity = 4 where visit_id = $1", [visit.id]);
  await until(() => tables(news).includes("sales"));
  expect(inShort(news, names)).toMatchObject({ visit: "changed" });

  news.length = 0;
  await app.call(visitRoutes.delete, { params: { id: visit.id } });
  await until(() => tables(news).length === 4);
  // Of a sale that is gone, only its key is known.
  expect(inShort(news, names)).toMatchObject({ visit: "gone", visits: "changed" });
});

test("a row that was created and edited before it was announced is new", async () => {
  const { news } = await openPage();
  await forgetEarlier(news);
  const { id: doctor_id } = await aDoctor(app);
  const visit = await aVisit(app, doctor_id);
  await app.call(visitRoutes.update, {
    params: { id: visit.id },
    body: visitEdit(visit, { notes: "Edited" }),
  });
  const ofVisit = () => named(news).filter(({ id }) => id === visit.id);
  await until(() => ofVisit().at(-1)?.version === 2);
  expect(ofVisit()[0]).toMatchObject({ what: "added", doctor_id });
});

test.each([
  [101, 100],
  [201, 0],
])(
  "of %i new rows, %i are named, the others only by their table, and pages stay joined",
  async (many, most) => {
    const { news, joined } = await openPage();
    await forgetEarlier(news);
    await app.database.pool.query(
      `insert into doctors (id, name, doctor_class, doctor_type, creation_digest)
     select gen_random_uuid(), 'Many', 'A', 'prescriber', 'x' from generate_series(1, $1)`,
      [many],
    );
    await until(() => news.length === 1);
    expect(news[0]?.tables).toEqual(["doctors"]);
    expect(named(news).filter(({ id, what }) => id && what === "added")).toHaveLength(most);
    expect(named(news).filter(({ id }) => !id)).toEqual([{ noun: "doctors", what: "changed" }]);
    expect(joined()).toBe(1);
  },
);

test("other programs hear each row as before, whatever they ask for", async () => {
  const { news, changes } = await openPage({ topic: "somebody-else" });
  await aDoctor(app);
  await until(() => changes.length > 0);
  expect([news, changes]).toEqual([[], ["doctors"]]);
});
