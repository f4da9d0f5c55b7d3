import { doctorRoutes } from "@rounds/domain/doctors/routes.ts";
import { historyRoutes } from "@rounds/domain/history/routes.ts";
import { importRoutes } from "@rounds/domain/imports/routes.ts";
import { teamRoutes } from "@rounds/domain/team/routes.ts";
import { visitRoutes } from "@rounds/domain/visits/routes.ts";
import { aDoctor, anId, anItem, aProduct, aVisit, doctorBody, visitEdit } from "@rounds/testkit/builders.ts";
import type { Member } from "@rounds/testkit/caller.ts";
import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { startApp } from "../testing/app.ts";
import { archiveOf } from "../testing/archives.ts";
import { bringIn, checked } from "../testing/imports.ts";

const app = await startApp({ realtime: true });
const ravi = await app.signUp("ravi@example.com");
afterAll(() => app.close());

const erase = (id: string, by: Member = app.member) => by.call(historyRoutes.erase, { params: { id } });
const remove = (id: string) => app.call(doctorRoutes.delete, { params: { id } });

/** Every table in which a text stands, in any column. */
async function tablesWith(text: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`.execute(
    app.db,
  );
  const found: string[] = [];
  for (const { name } of rows) {
    const { rows: here } = await sql`
      select from ${sql.raw(name)} as stored where stored::text ilike ${`%${text}%`} limit 1`.execute(app.db);
    if (here.length > 0) found.push(name);
  }
  return found;
}

test("a deleted doctor is in no table any more: records, merges, imported files, deletions and archives", async () => {
  const product = await aProduct(app, 10);
  const { id: _, ...body } = doctorBody({ name: "Dr. Zebedee Quux", email: "quux@example.com" });
  const doctor = await aDoctor(app, { name: "Dr. Zebedee Quux", contact_number: "9830099999" });
  const other = await aDoctor(app, { name: "Z. QUUX", contact_number: "9830099999" });
  const visit = await aVisit(app, other.id, { notes: "Quux is ill", items: [anItem(product.id, 1)] });
  await app.call(visitRoutes.update, {
    params: { id: visit.id },
    body: visitEdit(visit, { notes: "Quux is well" }),
  });
  const gone = await aVisit(app, doctor.id, { notes: "Quux was away" });
  await app.call(visitRoutes.delete, { params: { id: gone.id } });
  await app.call(doctorRoutes.update, { params: { id: doctor.id }, body: { ...body, version: 1 } });
  // Lines of one file that became of the doctor, of another that were only looked at, and one of somebody else.
  const applied = await bringIn(ravi, [
    { name: "Dr. Zebedee Quux", contact_number: body.contact_number ?? "", doctor_class: "C" },
    { name: "Dr. Other Person", contact_number: "9830011111" },
  ]);
  const looked = await checked(ravi, [
    { name: "Zebedee Quux", contact_number: "9830099999" },
    { name: "Dr. Third Person", contact_number: "9830022222" },
  ]);
  const merged = {
    ...{ other: other.id, other_version: other.version, fields: { name: "Dr. Zebedee Quux" } },
    version: (await app.call(doctorRoutes.read, { params: { id: doctor.id } })).version,
  };
  await app.call(doctorRoutes.merge, { params: { id: doctor.id }, body: merged });
  await remove(doctor.id);
  expect(await tablesWith("quux")).toEqual(
    expect.arrayContaining(["history.changes", "imports.rows", "directory.doctor_merges"]),
  );

  // By the id of the one who was merged: it is the same person.
  await erase(other.id);
  expect(await tablesWith("quux")).toEqual([]);
  expect(await tablesWith("9830099999")).toEqual([]);
  const archive = Buffer.from(await archiveOf(app)).toString("latin1");
  expect(archive).not.toMatch(/quux/i);

  const rowsOf = async (id: string) =>
    (await ravi.call(importRoutes.rows, { params: { id } })).rows.map(({ cells, verdict, outcome }) => [
      cells.name,
      verdict,
      outcome,
    ]);
  expect(await rowsOf(applied.id)).toEqual([
    [undefined, "update", "applied"],
    ["Dr. Other Person", "create", "applied"],
  ]);
  expect(await rowsOf(looked.id)).toEqual([
    [undefined, "skipped", null],
    ["Dr. Third Person", "create", null],
  ]);
  const read = await ravi.call(importRoutes.read, { params: { id: looked.id } });
  expect(read.counts).toMatchObject({ create: 1, skipped: 1, look: 0, update: 0 });
  // Both imports go on without the doctor.
  expect((await ravi.call(importRoutes.undo, { params: { id: applied.id } })).counts).toMatchObject({
    ...{ undone: 1, kept: 1 },
  });
  expect((await ravi.call(importRoutes.apply, { params: { id: looked.id } })).counts).toMatchObject({
    applied: 1,
  });

  const { changes } = await app.call(historyRoutes.ofRecord, { params: { noun: "doctors", id: doctor.id } });
  expect(changes.map(({ op, by }) => `${op} by ${by}`)).toEqual([
    `deleted by ${app.email}`,
    `updated by ${app.email}`,
    "updated by ravi@example.com",
    `updated by ${app.email}`,
  ]);
  for (const { before, after } of changes) expect([before, after ?? {}]).toEqual([{}, {}]);
  expect((await app.call(historyRoutes.deleted, {})).rows.map(({ id }) => id)).not.toContain(doctor.id);
  for (const id of [doctor.id, other.id, gone.id, visit.id])
    await expect(app.call(historyRoutes.restore, { params: { id }, body: {} })).rejects.toMatchObject({
      code: "not_found",
    });
});

test("writes one line of the audit log without a name, and nothing if it is refused", async () => {
  const doctor = await aDoctor(app, { name: "Dr. Plain" });
  const audited = async () => {
    const { rows } = await app.call(teamRoutes.audit, { query: { action: "history_erased" } });
    return rows.map(({ actor, traits }) => [actor?.id, traits]);
  };
  const before = await audited();
  await expect(erase(doctor.id, ravi)).rejects.toMatchObject({ code: "forbidden" });
  await expect(erase(anId())).rejects.toMatchObject({ code: "not_found" });
  expect(await audited()).toEqual(before);
  // There is no history of a doctor who was never changed, but a file may have been.
  expect(await erase(doctor.id)).toEqual({ changes: 0 });
  expect(await audited()).toEqual([[app.id, { doctor: doctor.id }], ...before]);
});
