import { doctorRoutes } from "@rounds/domain/doctors/routes.ts";
import type { ImportCells } from "@rounds/domain/imports/import-row.ts";
import { importRoutes } from "@rounds/domain/imports/routes.ts";
import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { startApp } from "../testing/app.ts";
import { checked, importing, wholly } from "../testing/imports.ts";

// What is sent and done again, what is interrupted, and what is too much.

const app = await startApp();
const ravi = app.member;
afterAll(() => app.close());

const apply = (id: string) => wholly(ravi, importRoutes.apply, id, "applied");
const undo = (id: string) => wholly(ravi, importRoutes.undo, id, "undone");
const allDoctors = async () => (await app.call(doctorRoutes.list, { query: { page_size: 2000 } })).rows;

test("rows sent again replace themselves, and two tabs that apply at once do each row once", async () => {
  const names = Array.from({ length: 1200 }, (_, at) => ({
    name: `Dr. Number${at} Sen${at}`,
    city: "Delhi",
  }));
  const id = await importing(ravi, names);
  const body = { rows: [{ line: 2, cells: { name: "Dr. Other One", city: "Delhi" } }] };
  expect((await ravi.call(importRoutes.send, { params: { id }, body })).total).toBe(1200);
  await wholly(ravi, importRoutes.check, id, "checked");
  const done = await Promise.all([apply(id), apply(id), apply(id)]);
  for (const { counts } of done) expect(counts).toMatchObject({ create: 1200, applied: 1200 });
  const doctors = await allDoctors();
  expect([doctors.length, new Set(doctors.map(({ name }) => name)).size]).toEqual([1200, 1200]);
  await Promise.all([undo(id), undo(id)]);
  expect(await allDoctors()).toEqual([]);
});

test("too much is refused with a code, and nothing of it is stored", async () => {
  const id = await importing(ravi, [{ name: "Anil Roy" }]);
  const send = (...rows: { line: number; cells: ImportCells }[]) =>
    ravi.call(importRoutes.send, { params: { id }, body: { rows } });
  const lines = (count: number) => Array.from({ length: count }, (_, at) => ({ line: at + 3, cells: {} }));
  const [one] = lines(1);
  if (!one) throw new Error("no line");
  const refused = { code: "validation_failed" };
  for (const rows of [
    [],
    lines(501),
    [one, one],
    [{ line: 0, cells: {} }],
    [{ line: 3, cells: { name: "x".repeat(2001) } }],
    [{ line: 3, cells: { notes: "x".repeat(6001) } }],
    Array.from({ length: 200 }, (_, at) => ({ line: at + 3, cells: { name: "x".repeat(1001) } })),
  ])
    await expect(send(...rows)).rejects.toMatchObject(refused);
  const megabyte = { line: 3, cells: { name: "x".repeat(1024 * 1024) } };
  await expect(send(megabyte)).rejects.toMatchObject({ code: "payload_too_large" });
  await sql`update imports.imports set total = 19999 where id = ${id}`.execute(app.db);
  await expect(send(...lines(2))).rejects.toMatchObject({
    ...refused,
    fields: { rows: "Please bring in at most 20,000 rows at once" },
  });
  expect((await ravi.call(importRoutes.rows, { params: { id }, query: {} })).total).toBe(1);
});

test("an interrupted portion is done again and nothing twice", async () => {
  const names = Array.from({ length: 1200 }, (_, at) => ({
    name: `Dr. Number${at} Sen${at}`,
    city: "Delhi",
  }));
  const { id } = await checked(ravi, names);
  // The second portion fails after it wrote its doctors.
  await sql
    .raw(`
    create function public.fail_once() returns trigger language plpgsql as
      $$ begin if (select count(*) from doctors) = 1000 then raise exception 'interrupted'; end if; return new; end $$;
    create trigger interrupted before update of outcome on imports.rows for each row execute function public.fail_once()
  `)
    .execute(app.db);
  expect((await ravi.call(importRoutes.apply, { params: { id } })).counts.applied).toBe(500);
  await expect(ravi.call(importRoutes.apply, { params: { id } })).rejects.toMatchObject({ code: "internal" });
  expect((await ravi.call(importRoutes.read, { params: { id } })).counts.applied).toBe(500);
  expect(await allDoctors()).toHaveLength(500);
  await sql`drop function public.fail_once() cascade`.execute(app.db);
  expect((await apply(id)).counts).toMatchObject({ create: 1200, applied: 1200, failed: 0 });
  expect(new Set((await allDoctors()).map(({ name }) => name)).size).toBe(1200);
});

test("an import whose first rows are being written says so to a page that is reloaded", async () => {
  const id = await importing(ravi, [{ name: "Dr. Slowly Written", city: "Delhi" }]);
  await wholly(ravi, importRoutes.check, id, "checked");
  const client = await app.database.pool.connect();
  try {
    // The lock that each portion waits for.
    await client.query("begin");
    await client.query("select pg_advisory_xact_lock(3400067)");
    const applied = apply(id);
    const state = async () => (await ravi.call(importRoutes.read, { params: { id } })).state;
    await expect.poll(state).toBe("applying");
    await client.query("rollback");
    expect((await applied).counts).toMatchObject({ applied: 1 });
    await undo(id);
  } finally {
    client.release();
  }
});
