import { doctorRoutes } from "@rounds/domain/doctors/routes.ts";
import { visitRoutes } from "@rounds/domain/visits/routes.ts";
import type { VisitListQuery } from "@rounds/domain/visits/visit-list.ts";
import { aDoctor, anId, anItem, aProduct, aVisit, visitBody } from "@rounds/testkit/builders.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startApp, type TestApp } from "../testing/app.ts";

const doctors: Record<string, string> = {};

/** Doctor, day, status and notes; the letter names the visit in the tests. */
const diary = {
  a: ["asha", "2025-06-01", "completed", "Took samples"],
  b: ["asha", "2025-06-05", "scheduled", null],
  c: ["asha", "2025-06-05", "completed", "50% off_er"],
  d: ["bela", "2025-06-10", "cancelled", "Clinic closed"],
  e: ["bela", "2025-06-14", "completed", "back\\slash"],
  f: ["cyrus", "2025-05-31", "completed", "Café near Apollo"],
  g: ["cyrus", "2025-07-01", "scheduled", "July 12/11: gave 2.5 mg of 1,480, call 98220-11111 at 10:30"],
} as const;
type Letter = keyof typeof diary;
const ids = new Map<string, Letter>();

const app = await startApp();
const people = {
  asha: {
    name: "Dr. Asha Ráo",
    specialization: "Cardiology",
    hospital: "Apollo",
    address: "1 MG Road, Pune",
  },
  bela: {
    name: "Dr. Bela Shah",
    specialization: "ENT",
    hospital: "Ruby Hall",
    address: "2 Hill Road, Pune",
  },
  cyrus: { name: "Dr. Cyrus Apollonius", specialization: null, hospital: null, address: null },
};
for (const [key, person] of Object.entries(people)) doctors[key] = (await aDoctor(app, person)).id;
const product = await aProduct(app, 100);
for (const letter of Object.keys(diary) as Letter[]) {
  const [doctor, visit_date, status, notes] = diary[letter];
  const items = letter === "a" ? [anItem(product.id, 3, "10.10"), anItem(product.id, 1, "0.05")] : [];
  const visit = await aVisit(app, doctors[doctor] ?? "", { visit_date, status, notes, items });
  ids.set(visit.id, letter);
}
afterAll(() => app.close());

const list = (query: VisitListQuery = {}) => app.call(visitRoutes.list, { query });
const lettersOf = (rows: { id: string }[]) => rows.map((row) => ids.get(row.id)).join("");
const june = { start_date: "2025-06-01", end_date: "2025-06-30" };

describe("the visit list", () => {
  test("is newest first, the one entered last first on one day, with doctor, total and item count", async () => {
    const answer = await list();
    expect(lettersOf(answer.rows)).toBe("gedcbaf");
    expect(answer).toMatchObject({ total: 7, unfiltered: 7, page: 1, page_size: 10 });
    expect(answer.rows.find((row) => ids.get(row.id) === "a")).toEqual({
      id: expect.any(String),
      visit_date: "2025-06-01",
      status: "completed",
      notes: "Took samples",
      created_by: app.id,
      changed_by_id: null,
      item_count: 2,
      total_sales: "30.35",
      doctor: {
        id: doctors.asha,
        name: "Dr. Asha Ráo",
        specialization: "Cardiology",
        hospital: "Apollo",
        address: "1 MG Road, Pune",
        representative_id: null,
      },
    });
    expect(answer.rows[0]).toMatchObject({ item_count: 0, total_sales: "0.00" });
  });

  test.each<[string, VisitListQuery, string, number]>([
    ["a doctor's name, without accents", { search: "asha rao" }, "cba", 7],
    ["a specialization in capitals", { search: "CARDIO" }, "cba", 7],
    ["hospital, name or notes", { search: "apollo" }, "gcbaf", 7],
    ["a status", { search: "scheduled" }, "gb", 7],
    ["part of a status", { search: "CANCEL" }, "d", 7],
    ["notes without accents", { search: "cafe" }, "f", 7],
    ["%", { search: "%" }, "c", 7],
    ["_", { search: "_" }, "c", 7],
    ["50%", { search: "50% " }, "c", 7],
    ["\\", { search: "\\" }, "e", 7],
    ["an address, which it does not look at", { search: "pune" }, "", 7],
    ["the doctor's words in any order", { search: "rao dr. asha" }, "cba", 7],
    ["a word of the doctor and one of the notes", { search: "samples asha" }, "a", 7],
    ["words of which one is nowhere", { search: "samples asha nobody" }, "", 7],
    ["signs, which are passed over", { search: "(clinic) - closed!" }, "d", 7],
    ["signs alone, which ask for nothing", { search: " ... " }, "gedcbaf", 7],
    ["a number with a sign, as typed", { search: "cyrus 2.5" }, "g", 7],
    ["a telephone number, as typed", { search: "98220-11111" }, "g", 7],
    ["a time of day", { search: "10:30" }, "g", 7],
    ["an amount", { search: "1,480" }, "g", 7],
    ["a day and month", { search: "12/11" }, "g", 7],
    ["a number with another sign in it", { search: "12.11" }, "", 7],
    ["nobody", { search: "nobody" }, "", 7],
    ["SQL", { search: "' or 1=1 --" }, "", 7],
    ["completed", { status: "completed" }, "ecaf", 7],
    ["other", { status: "other" }, "gdb", 7],
    ["a whole address", { city: "1 MG Road, Pune" }, "cba", 7],
    ["an address in other letters", { city: "1 mg road - PUNE 411001." }, "cba", 7],
    ["an address with space around it", { city: " 2 Hill Road, Pune " }, "ed", 7],
    ["a city alone, which is no address here", { city: "Pune" }, "", 7],
    ["a range, both ends included", { start_date: "2025-06-01", end_date: "2025-06-14" }, "edcba", 5],
    ["one day", { start_date: "2025-06-05", end_date: "2025-06-05" }, "cb", 2],
    ["a range that holds nothing", { start_date: "2020-01-01", end_date: "2020-12-31" }, "", 0],
    ["a start alone, which does not filter", { start_date: "2025-06-10" }, "gedcbaf", 7],
    ["an end alone, which does not filter", { end_date: "2025-06-01" }, "gedcbaf", 7],
    [
      "everything at once",
      { ...june, search: "apollo", status: "completed", city: "1 MG Road, Pune" },
      "ca",
      5,
    ],
    ["an end before its start", { start_date: "2025-06-10", end_date: "2025-06-09" }, "", 0],
  ])("shows: %s", async (_, query, letters, unfiltered) => {
    const answer = await list(query);
    expect(lettersOf(answer.rows)).toBe(letters);
    expect([answer.total, answer.unfiltered]).toEqual([letters.length, unfiltered]);
  });

  test("a page beyond the last gives the last", async () => {
    expect(await list({ page: 50 })).toMatchObject({ page: 1, total: 7 });
    expect(await list({ page: 50, search: "nobody" })).toMatchObject({ page: 1, total: 0, rows: [] });
  });
});

describe("the frequency card", () => {
  const chips = async (query: VisitListQuery) =>
    (await list(query)).frequencies.map(({ name, city, count }) => [name, city, count]);
  const asha = ["Dr. Asha Ráo", "Pune"];
  const bela = ["Dr. Bela Shah", "Pune"];
  const cyrus = ["Dr. Cyrus Apollonius", ""];

  test("counts per doctor, most visits first, then by name, with the city", async () => {
    expect(await chips({ start_date: "2025-05-01", end_date: "2025-07-31" })).toEqual([
      [...asha, 3],
      [...bela, 2],
      [...cyrus, 2],
    ]);
    expect(await list(june)).toMatchObject({ frequency_doctors: 2 });
  });

  test("follows the other filters", async () => {
    const range = { start_date: "2025-05-01", end_date: "2025-07-31" };
    expect(await chips({ ...range, search: "asha" })).toEqual([[...asha, 3]]);
    expect(await chips({ ...range, search: "RUBY" })).toEqual([[...bela, 2]]);
    expect(await chips({ ...range, city: "2 Hill Road, Pune" })).toEqual([[...bela, 2]]);
    expect(await chips({ ...range, status: "completed" })).toEqual([
      [...asha, 2],
      [...bela, 1],
      [...cyrus, 1],
    ]);
    expect(await chips({ ...range, search: "nobody" })).toEqual([]);
    expect(await chips({ ...range, search: "scheduled" })).toEqual([
      [...asha, 1],
      [...cyrus, 1],
    ]);
  });

  test.each<VisitListQuery>([
    {},
    { start_date: "2025-06-01" },
    { end_date: "2025-06-30" },
    { start_date: "2025-06-30", end_date: "2025-06-01" },
    { search: "asha" },
  ])("is empty for %j", async (query) => {
    expect(await list(query)).toMatchObject({ frequencies: [], frequency_doctors: 0 });
  });

  test("does not depend on the page", async () => {
    expect(await chips({ ...june, page: 3 })).toEqual(await chips(june));
  });
});

describe("the days of a page", () => {
  const daysOf = async (query: VisitListQuery) =>
    (await list(query)).days.map(({ day, visits, total_sales }) => [day, visits, total_sales]);

  test("come with all their visits and sales under the filters", async () => {
    expect(await daysOf(june)).toEqual([
      ["2025-06-14", 1, "0.00"],
      ["2025-06-10", 1, "0.00"],
      ["2025-06-05", 2, "0.00"],
      ["2025-06-01", 1, "30.35"],
    ]);
    expect(await daysOf({ search: "completed asha" })).toEqual([
      ["2025-06-05", 1, "0.00"],
      ["2025-06-01", 1, "30.35"],
    ]);
    expect(await daysOf({ ...june, status: "other" })).toEqual([
      ["2025-06-10", 1, "0.00"],
      ["2025-06-05", 1, "0.00"],
    ]);
    expect(await daysOf({ search: "nobody" })).toEqual([]);
  });
});

describe("visits in the future", () => {
  // Today is June 15.
  test.each<[VisitListQuery, number, string | null]>([
    [{}, 1, "2025-07-01"],
    [june, 1, "2025-07-01"],
    [{ ...june, search: "cyrus" }, 1, "2025-07-01"],
    [{ status: "other" }, 1, "2025-07-01"],
    [{ status: "completed" }, 0, null],
    [{ search: "asha" }, 0, null],
    [{ start_date: "2025-06-30", end_date: "2025-06-01" }, 1, "2025-07-01"],
  ])("are counted under all filters except the dates: %j", async (query, visits, last_day) => {
    expect((await list(query)).upcoming).toEqual({ visits, last_day });
  });
});

test("visits still to come are exported in the order of their list, the nearest day first", async () => {
  const ahead = await startApp();
  const { id } = await aDoctor(ahead, { name: "Dr. Ahead" });
  const days = ["2025-06-16", "2025-07-01", "2025-06-15", "2025-06-20"];
  for (const visit_date of days) await aVisit(ahead, id, { visit_date, status: "scheduled" });
  const filesOf = async (start_date: string) => {
    const files = [];
    for (const rows of ["visits", "products"] as const) {
      const query = new URLSearchParams({ start_date, end_date: "2025-07-31", rows, format: "csv" });
      const headers = { authorization: `Bearer ${ahead.token}` };
      const answer = await fetch(`${ahead.url}${visitRoutes.export.path}?${query}`, { headers });
      const file = await answer.text();
      files.push([...file.matchAll(/^"?(2025-[\d-]+)/gm)].map(([, day]) => day));
    }
    return files;
  };
  const soonest = ["2025-06-16", "2025-06-20", "2025-07-01"];
  expect(await filesOf("2025-06-16")).toEqual([soonest, soonest]);
  const newest = ["2025-07-01", "2025-06-20", "2025-06-16", "2025-06-15"];
  expect(await filesOf("2025-06-14")).toEqual([newest, newest]);
  await ahead.close();
});

describe("with more visits than a page", () => {
  let busy: TestApp;
  beforeAll(async () => {
    busy = await startApp();
    const days = Array.from({ length: 28 }, (_, n) => `2025-05-${String((n % 5) + 1).padStart(2, "0")}`);
    const two = [await aDoctor(busy, { name: "Dr. Even" }), await aDoctor(busy, { name: "Dr. Odd" })];
    for (const [n, visit_date] of days.entries()) {
      await aVisit(busy, two[n % 2]?.id ?? "", { visit_date, notes: n % 4 === 0 ? "Quarter" : null });
    }
  });
  afterAll(() => busy.close());

  test("every visit is on exactly one page, newest first", async () => {
    const rows = [];
    for (const page of [1, 2, 3]) {
      const answer = await busy.call(visitRoutes.list, { query: { page } });
      expect(answer).toMatchObject({ page, total: 28, unfiltered: 28 });
      rows.push(...answer.rows);
    }
    expect(new Set(rows.map((row) => row.id)).size).toBe(28);
    const order = rows.map((row) => `${row.visit_date} ${row.id}`);
    expect(order).toEqual(order.toSorted().reverse());
    expect(await busy.call(visitRoutes.list, { query: { page: 4 } })).toMatchObject({ page: 3 });
  });

  test("a day divided between pages is summed completely on both", async () => {
    const product = await aProduct(busy, 1000);
    const { id } = await aDoctor(busy, { name: "Dr. Cut" });
    for (let n = 0; n < 12; n++) {
      const items = [anItem(product.id, 1, "10.05"), anItem(product.id, n + 1, "0.10")];
      await aVisit(busy, id, { visit_date: "2025-05-31", items });
    }
    const query = { start_date: "2025-05-04", end_date: "2025-05-31" };
    const last = { day: "2025-05-31", visits: 12, total_sales: "128.40" };
    const page = (page: number) => busy.call(visitRoutes.list, { query: { ...query, page } });
    expect((await page(1)).days).toEqual([last]);
    expect((await page(2)).days).toEqual([
      last,
      { day: "2025-05-05", visits: 5, total_sales: "0.00" },
      { day: "2025-05-04", visits: 5, total_sales: "0.00" },
    ]);
    await busy.database.pool.query("delete from visits where visit_date = '2025-05-31'");
  });

  test("filters page too", async () => {
    const query = { search: "Even", page: 2 };
    expect(await busy.call(visitRoutes.list, { query })).toMatchObject({
      page: 2,
      total: 14,
      unfiltered: 28,
    });
    const none = await busy.call(visitRoutes.list, { query: { search: "quarter" } });
    expect(none).toMatchObject({ total: 7, page: 1 });
  });

  test("sends at most 100 chips, and counts all doctors", async () => {
    const made = await Promise.all(
      Array.from({ length: 110 }, (_, n) => aDoctor(busy, { name: `Dr. Chip ${n}` })),
    );
    await Promise.all(made.map(({ id }) => aVisit(busy, id, { visit_date: "2025-04-01" })));
    const query = { start_date: "2025-04-01", end_date: "2025-05-31" };
    const answer = await busy.call(visitRoutes.list, { query });
    expect(answer.frequencies).toHaveLength(100);
    expect(answer.frequency_doctors).toBe(112);
    expect(answer.frequencies.slice(0, 3).map((chip) => [chip.name, chip.count])).toEqual([
      ["Dr. Even", 14],
      ["Dr. Odd", 14],
      ["Dr. Chip 0", 1],
    ]);
  });

  test("a search that matches many doctors and many notes finds them all", async () => {
    // More doctors than fit into one query's list of ids, and visits found by notes besides them.
    await busy.database.pool.query(
      `insert into doctors (id, name, creation_digest)
       select gen_random_uuid(), 'Crowd ' || n, '' from generate_series(1, 600) n`,
    );
    const { rows } = await busy.database.pool.query("select id from doctors where name = 'Crowd 600'");
    const far = await aVisit(busy, rows[0].id, { visit_date: "2025-03-01" });
    const even = await aDoctor(busy, { name: "Dr. Lonely" });
    const noted = await aVisit(busy, even.id, { visit_date: "2025-03-02", notes: "A crowd waited" });
    const found = await busy.call(visitRoutes.list, { query: { search: "crowd" } });
    expect(found.rows.map((row) => row.id)).toEqual([noted.id, far.id]);
    expect(found.total).toBe(2);
  });
});

describe("the visits of a doctor", () => {
  test("are newest first, and only theirs", async () => {
    const params = { id: doctors.asha ?? "" };
    const answer = await app.call(visitRoutes.ofDoctor, { params });
    expect(lettersOf(answer.rows)).toBe("cba");
    expect(answer).toMatchObject({ total: 3, page: 1, page_size: 10 });
    expect(await app.call(visitRoutes.ofDoctor, { params, query: { page: 7 } })).toMatchObject({ page: 1 });
  });

  test("a doctor without visits has none, a missing doctor is not found", async () => {
    const { id } = await aDoctor(app, { name: "Dr. New" });
    expect(await app.call(visitRoutes.ofDoctor, { params: { id } })).toEqual({
      rows: [],
      total: 0,
      page: 1,
      page_size: 10,
    });
    await expect(app.call(visitRoutes.ofDoctor, { params: { id: anId() } })).rejects.toMatchObject({
      status: 404,
      code: "not_found",
    });
  });
});

test("a list follows changes of its visits and doctors", async () => {
  const own = await startApp();
  const doctor = await aDoctor(own, { name: "Dr. Before", address: "Old Street" });
  const body = visitBody(doctor.id, { visit_date: "2025-01-01" });
  await own.call(visitRoutes.create, { body });
  await own.call(doctorRoutes.update, {
    params: { id: doctor.id },
    body: { name: "Dr. After", address: "New Street", version: 1 },
  });
  const found = (query: VisitListQuery) => own.call(visitRoutes.list, { query }).then(({ total }) => total);
  expect(await found({ search: "before" })).toBe(0);
  expect(await found({ search: "after" })).toBe(1);
  expect(await found({ city: "Old Street" })).toBe(0);
  expect(await found({ city: "New Street" })).toBe(1);
  await own.call(visitRoutes.delete, { params: { id: body.id } });
  expect(await found({})).toBe(0);
  await own.close();
});
