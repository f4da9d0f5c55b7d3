import type { Manifest } from "@rounds/domain/archive/archive.ts";
import { doctorRoutes } from "@rounds/domain/doctors/routes.ts";
import { historyRoutes } from "@rounds/domain/history/routes.ts";
import { visitRoutes } from "@rounds/domain/visits/routes.ts";
import { checkBooks } from "@rounds/testkit/books.ts";
import { aDoctor, anId, anItem, aProduct, aVisit } from "@rounds/testkit/builders.ts";
import { requestOf } from "@rounds/testkit/caller.ts";
import { checkRollups } from "@rounds/testkit/rollups.ts";
import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { startApp, type TestApp } from "../testing/app.ts";
import { archiveOf, bringIn, filesOf, zipOf } from "../testing/archives.ts";
import { under } from "../testing/under-key.ts";

// Two doctors who were made one before the archive was made.

const old = await startApp();
const [kept, other] = [await aDoctor(old, { name: "Dr. Kept" }), await aDoctor(old, { name: "Dr. Other" })];
const visit = await aVisit(old, other.id, { items: [anItem((await aProduct(old, 10)).id, 3)] });
const merge = anId();
const merging = { other: other.id, version: 1, other_version: 1, fields: { name: "Dr. Both" } };
await under(merge, old, requestOf(doctorRoutes.merge, { params: { id: kept.id }, body: merging }));
const archive = await archiveOf(old);
const open = [old];
afterAll(async () => {
  for (const app of open) await app.close();
});

/** An empty Rounds with the same administrator. */
async function emptyRounds(): Promise<TestApp> {
  const app = await startApp();
  open.push(app);
  await sql`update auth.users set app_metadata = app_metadata || '{"role":"admin"}' where id = ${app.id}`.execute(
    app.db,
  );
  return app;
}

const read = (app: TestApp, id: string) => app.call(doctorRoutes.read, { params: { id } });

test("the former id finds the doctor who stays, and undoing the merge makes two of one again, with what moved", async () => {
  const app = await emptyRounds();
  expect((await bringIn(app.member, archive)).at(-1)).toHaveProperty("done");
  expect(await read(app, other.id)).toMatchObject({ id: kept.id, name: "Dr. Both" });
  await app.call(historyRoutes.undo, { params: { id: merge }, body: {} });
  expect((await read(app, kept.id)).name).toBe("Dr. Kept");
  expect(await read(app, other.id)).toMatchObject({ id: other.id, name: "Dr. Other" });
  const { doctor_id, sales } = await app.call(visitRoutes.read, { params: { id: visit.id } });
  expect([doctor_id, sales.length]).toEqual([other.id, 1]);
  expect([await checkBooks(app.database), await checkRollups(app.database)]).toEqual([[], []]);
});

test("it can be brought in again after everything was deleted", async () => {
  const app = await emptyRounds();
  await bringIn(app.member, archive);
  await app.call(doctorRoutes.delete, { params: { id: kept.id } });
  await sql`delete from products`.execute(app.db);
  expect((await bringIn(app.member, archive)).at(-1)).toHaveProperty("done");
  expect((await read(app, other.id)).id).toBe(kept.id);
});

test("a doctor who was merged here before comes back by an archive of before that, and can be deleted and brought back", async () => {
  const app = await emptyRounds();
  const [one, two] = [await aDoctor(app), await aDoctor(app)];
  const before = await archiveOf(app);
  const body = { other: two.id, version: 1, other_version: 1, fields: { name: one.name } };
  await app.call(doctorRoutes.merge, { params: { id: one.id }, body });
  await app.call(doctorRoutes.delete, { params: { id: one.id } });
  expect((await bringIn(app.member, before)).at(-1)).toHaveProperty("done");
  await app.call(doctorRoutes.delete, { params: { id: two.id } });
  await expect(read(app, two.id)).rejects.toMatchObject({ code: "not_found" });
  await app.call(historyRoutes.restore, { params: { id: two.id }, body: {} });
  expect((await read(app, two.id)).id).toBe(two.id);
});

test("an archive of a release that left merges out is brought in without them", async () => {
  const {
    "doctor_aliases.csv": _,
    "doctor_merges.csv": __,
    "manifest.json": contents = "",
    ...files
  } = filesOf(archive);
  const manifest = JSON.parse(contents) as Manifest;
  manifest.files = manifest.files.filter(({ name }) => name in files);
  const app = await emptyRounds();
  const earlier = zipOf({ ...files, "manifest.json": JSON.stringify(manifest) });
  expect((await bringIn(app.member, earlier)).at(-1)).toHaveProperty("done");
  expect((await read(app, kept.id)).name).toBe("Dr. Both");
  await expect(read(app, other.id)).rejects.toMatchObject({ code: "not_found" });
});
