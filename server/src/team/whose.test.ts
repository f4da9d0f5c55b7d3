import { doctorRoutes } from "@rounds/domain/doctors/routes.ts";
import { salesRoutes } from "@rounds/domain/sales/routes.ts";
import { visitRoutes } from "@rounds/domain/visits/routes.ts";
import { aDoctor, anItem, aProduct, aVisit } from "@rounds/testkit/builders.ts";
import type { Member } from "@rounds/testkit/caller.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startApp, type TestApp } from "../testing/app.ts";

let asha: TestApp;
let bina: Member;
let chitra: Member;
/** The names of the visits in the tests, by their ids. */
const names = new Map<string, string>();

/**
 * The given doctor was Asha's until June 5 and nobody's until June 10, Indian time, and is Bina's now; the others are
 * Asha's and everybody's. Chitra has no doctor.
 */
beforeAll(async () => {
  asha = await startApp();
  bina = await asha.signUp("bina@rounds.example");
  chitra = await asha.signUp("chitra@rounds.example");
  const given = await aDoctor(asha, { name: "Given", address: null, representative_id: bina.id });
  const own = await aDoctor(asha, { name: "Own", address: null, representative_id: asha.id });
  const shared = await aDoctor(asha, { name: "Shared", address: null, representative_id: null });
  const { pool } = asha.database;
  await pool.query(
    `insert into doctor_representatives (doctor_id, until, representative_id)
     values ($1, '2025-06-05T00:30+05:30', $2), ($1, '2025-06-10T23:30+05:30', null)`,
    [given.id, asha.id],
  );
  const product = await aProduct(asha, 100);
  const visit = async (name: string, by: Member | null, doctor: { id: string }, visit_date: string) => {
    const { id } = await aVisit(by ?? asha, doctor.id, {
      visit_date,
      items: [anItem(product.id, 1, "10.00")],
    });
    names.set(id, name);
    if (!by) await pool.query("update visits set created_by = null where id = $1", [id]);
  };
  await visit("Chitra's", chitra, own, "2025-06-02");
  await visit("Asha's", asha.member, given, "2025-06-12");
  await visit("before the first change", null, given, "2025-06-04");
  await visit("on its day", null, given, "2025-06-05");
  await visit("before the second change", null, given, "2025-06-09");
  await visit("on the second's day", null, given, "2025-06-10");
  await visit("after the second's day", null, given, "2025-06-11");
  await visit("to her own", null, own, "2025-06-03");
  await visit("to everybody's", null, shared, "2025-06-03");
});
afterAll(() => asha.close());

const mine = ["Asha's", "before the first change", "on its day", "to her own"];
const binas = ["after the second's day"];
const nobodys = ["before the second change", "on the second's day", "to everybody's"];

async function visitsOf(who: Member, representative: string) {
  const { rows, total, unfiltered, days } = await who.call(visitRoutes.list, { query: { representative } });
  expect(total).toBe(rows.length);
  expect(days.reduce((sum, { visits }) => sum + visits, 0)).toBe(rows.length);
  expect(unfiltered).toBe(9);
  return rows.map(({ id }) => names.get(id)).sort();
}

describe("visits are their author's, or of whose the doctor was when that day began", () => {
  test("one's own", async () => {
    expect(await visitsOf(asha, "me")).toEqual(mine);
    expect(await visitsOf(bina, "me")).toEqual(binas);
    expect(await visitsOf(chitra, "me")).toEqual(["Chitra's"]);
  });

  test("somebody's, for everybody; and nobody's", async () => {
    expect(await visitsOf(bina, asha.id)).toEqual(mine);
    expect(await visitsOf(asha, bina.id.toUpperCase())).toEqual(binas);
    expect(await visitsOf(asha, "nobody")).toEqual(nobodys);
    expect(await visitsOf(asha, "")).toHaveLength(9);
  });

  test("a page that is no longer there gives the last one", async () => {
    const query = { representative: asha.id, page: 9, page_size: 2 };
    const { rows, page, total } = await bina.call(visitRoutes.list, { query });
    expect([rows.length, page, total]).toEqual([mine.length - 2, 2, mine.length]);
  });

  test("with the other filters, in the frequencies and in the file", async () => {
    const query = { representative: asha.id, start_date: "2025-06-01", end_date: "2025-06-11" };
    const { rows, frequencies } = await bina.call(visitRoutes.list, { query });
    expect(rows.map(({ id }) => names.get(id))).toEqual([
      "on its day",
      "before the first change",
      "to her own",
    ]);
    expect(frequencies.map(({ name, count }) => [name, count])).toEqual([
      ["Given", 2],
      ["Own", 1],
    ]);
    const file = await bina.send(
      `${visitRoutes.export.path}?${new URLSearchParams({ ...query, format: "csv" })}`,
    );
    expect(file.text.trim().split("\r\n")).toHaveLength(4);
  });
});

test("rows of visits and sales say who changed them last, if that is somebody else", async () => {
  const changersOf = async () => {
    const { rows } = await asha.call(visitRoutes.list, {});
    const { rows: sales } = await asha.call(salesRoutes.list, {});
    const id = [...names].find(([, name]) => name === "Chitra's")?.[0];
    return [
      rows.find((row) => row.id === id)?.changed_by_id,
      sales.find((row) => row.visit_id === id)?.changed_by_id,
      ...rows.filter((row) => row.id !== id).map((row) => row.changed_by_id),
    ];
  };
  const { pool } = asha.database;
  const change = (by: string) =>
    pool.query("update visits set version = version + 1, updated_by = $1 where created_by = $2", [
      by,
      chitra.id,
    ]);
  const others = Array(8).fill(null);
  expect(await changersOf()).toEqual([null, null, ...others]);
  await change(chitra.id);
  expect(await changersOf()).toEqual([null, null, ...others]);
  await change(bina.id);
  expect(await changersOf()).toEqual([bina.id, bina.id, ...others]);
});

test("sales are whose their visit is: rows, cards, trend and file", async () => {
  for (const [who, representative, count] of [
    [asha, "me", mine.length],
    [asha, bina.id, binas.length],
    [chitra, "nobody", nobodys.length],
  ] as const) {
    const query = { representative };
    const { rows, total } = await who.call(salesRoutes.list, { query });
    expect([rows.length, total]).toEqual([count, count]);
    const { transactions, revenue, by_category, top_doctors, trend } = await who.call(salesRoutes.summary, {
      query,
    });
    const sold = `${count}0.00`;
    expect([transactions, revenue]).toEqual([count, sold]);
    for (const parts of [by_category, top_doctors, trend?.sums ?? []])
      expect(parts.reduce((sum, { revenue }) => sum + Number(revenue), 0)).toBe(Number(sold));
    const file = await who.send(
      `${salesRoutes.export.path}?${new URLSearchParams({ ...query, format: "csv" })}`,
    );
    expect(file.text.trim().split("\r\n")).toHaveLength(count + 1);
  }
});

test("doctors are of their representative, or everybody's", async () => {
  const doctorsOf = async (who: Member, representative: string) => {
    const { rows, total, unfiltered } = await who.call(doctorRoutes.list, { query: { representative } });
    expect([total, unfiltered]).toEqual([rows.length, 3]);
    return rows.map(({ name }) => name);
  };
  expect(await doctorsOf(asha, "me")).toEqual(["Own"]);
  expect(await doctorsOf(bina, "me")).toEqual(["Given"]);
  expect(await doctorsOf(chitra, bina.id)).toEqual(["Given"]);
  expect(await doctorsOf(asha, "nobody")).toEqual(["Shared"]);
  expect(await doctorsOf(chitra, "me")).toEqual([]);
});

/** A column of the file of a list. */
async function columnOf({ path }: { path: string }, label: string) {
  const file = await asha.send(`${path}?format=csv`);
  const [head = "", ...lines] = file.text.trim().split("\r\n");
  const at = head.split(",").indexOf(label);
  return lines.map((line) => line.split(",")[at]).sort();
}

test("files say who changed a visit last, if it is not its author", async () => {
  const changed = [...Array(8).fill(""), "bina@rounds.example"];
  expect(await columnOf(visitRoutes.export, "Changed By")).toEqual(changed);
  expect(await columnOf(salesRoutes.export, "Changed By")).toEqual(changed);
});

test("the file of visits says who recorded them", async () => {
  expect(await columnOf(visitRoutes.export, "Recorded By")).toEqual([
    "",
    "",
    "",
    "",
    "",
    "",
    "",
    "asha@example.com",
    "chitra@rounds.example",
  ]);
});

test.each(["somebody", "1", "ME"])("%s is nobody's id", async (representative) => {
  for (const { path } of [visitRoutes.list, doctorRoutes.list]) {
    const answer = await asha.send(`${path}?${new URLSearchParams({ representative })}`);
    expect(answer.status).toBe(400);
  }
});
