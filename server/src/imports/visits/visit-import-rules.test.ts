import { tableOf } from "@rounds/domain/account/permission-table.ts";
import type { ImportCells } from "@rounds/domain/imports/import-row.ts";
import { importRoutes } from "@rounds/domain/imports/routes.ts";
import { teamRoutes } from "@rounds/domain/team/routes.ts";
import { visitRoutes } from "@rounds/domain/visits/routes.ts";
import { checkBooks } from "@rounds/testkit/books.ts";
import {
  aDoctor,
  anItem,
  aProduct,
  aVisit,
  movementsOf,
  stockOf,
  visitEdit,
} from "@rounds/testkit/builders.ts";
import { checkRollups } from "@rounds/testkit/rollups.ts";
import { sql } from "kysely";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { startApp } from "../../testing/app.ts";
import { importing } from "../../testing/imports.ts";
import { aPair, visitImporter } from "../../testing/visit-imports.ts";

const app = await startApp();
const admin = app.member;
const asha = visitImporter(admin);
await sql`update auth.users set app_metadata = app_metadata || '{"role":"admin"}', user_metadata = '{"full_name":"Asha"}'
  where id = ${app.id}`.execute(app.db);
const ravi = await app.signUp("ravi@example.com");
afterAll(() => app.close());
afterEach(async () => {
  expect(await checkBooks(app.database)).toEqual([]);
  expect(await checkRollups(app.database)).toEqual([]);
});

const day = "10/06/2025";

describe("the stock", () => {
  test("is moved if that is asked, in the order of days, and never below nothing", async () => {
    const { doctor, product } = await aPair(app, 10);
    const sale = { doctor: doctor.name, product: product.name, unit_price: "10" };
    const { id } = await asha.check([
      { ...sale, visit_date: "12/06/2025", quantity: "6" },
      { ...sale, visit_date: "10/06/2025", quantity: "7" },
      { ...sale, visit_date: "13/06/2025", quantity: "3" },
    ]);
    expect((await asha.moveStock(id, true)).counts).toMatchObject({ create: 2, refused: 1 });
    expect(await asha.verdicts(id)).toEqual(["refused", "create", "create"]);
    expect((await asha.reasons(id))[0]).toBe("Insufficient stock. Available: 3");
    expect((await asha.moveStock(id, false)).counts).toMatchObject({ create: 3, refused: 0 });
    await asha.moveStock(id, true);
    // A row that is left out leaves its units to another.
    await admin.call(importRoutes.fix, { params: { id }, body: { line: 3, decision: "skip" } });
    expect(await asha.verdicts(id)).toEqual(["create", "skipped", "create"]);
    expect(await asha.apply(id)).toMatchObject({ counts: { applied: 2 }, moves_stock: true });
    expect(await stockOf(app, product.id)).toBe(1);
    expect((await movementsOf(app, product.id)).slice(1)).toEqual([
      ["sale", -6, "2025-06-12", "visit"],
      ["sale", -3, "2025-06-13", "visit"],
    ]);
    expect((await asha.visitsOf(doctor.id)).map((visit) => visit.moves_stock)).toEqual([true, true]);
    await asha.undo(id);
    expect(await stockOf(app, product.id)).toBe(10);
  });

  test("that was sold meanwhile lets a row fail, and is not chosen any more once rows were applied", async () => {
    const { doctor, product } = await aPair(app, 10);
    const sale = { doctor: doctor.name, product: product.name, unit_price: "10", visit_date: day };
    const { id } = await asha.check([
      { ...sale, quantity: "6" },
      { ...sale, quantity: "4" },
    ]);
    await asha.moveStock(id, true);
    await aVisit(app, (await aPair(app)).doctor.id, { items: [anItem(product.id, 3)] });
    expect((await asha.apply(id)).counts).toMatchObject({ applied: 1, failed: 1 });
    expect((await asha.rowsOf(id))[1]?.problem).toMatchObject({
      message: "Insufficient stock. Available: 1",
    });
    expect(await stockOf(app, product.id)).toBe(1);
    await expect(asha.moveStock(id, false)).rejects.toMatchObject({ code: "import_moved_on" });
  });
});

describe("whose visit it is", () => {
  test("says the row, or else the person who brings it in", async () => {
    const { doctor } = await aPair(app);
    const { id } = await asha.check([
      { doctor: doctor.name, visit_date: day, representative: "ravi@example.com" },
      { doctor: doctor.name, visit_date: day },
      { doctor: doctor.name, visit_date: "11/06/2025", representative: "Somebody Else" },
      { doctor: doctor.name, visit_date: "11/06/2025", representative: "Everybody" },
    ]);
    expect(await asha.verdicts(id)).toEqual(["create", "create", "refused", "refused"]);
    await asha.apply(id);
    const authors = (await asha.visitsOf(doctor.id)).map(({ created_by }) => created_by);
    expect(new Set(authors)).toEqual(new Set([ravi.id, app.id]));
  });

  test("is a person's who has left or has no name, and of several of one name it is who has that visit", async () => {
    const { doctor, product } = await aPair(app);
    const [left, phoned, first, second] = [
      await app.signUp("left@example.com"),
      await app.signUp("phoned@example.com"),
      await app.signUp("first@example.com"),
      await app.signUp("second@example.com"),
    ];
    await sql`update auth.users set banned_until = '2999-01-01', user_metadata = '{"full_name":"Leela  Nair"}'
      where id = ${left.id}`.execute(app.db);
    await sql`update auth.users set email = null, phone = '919830012345' where id = ${phoned.id}`.execute(
      app.db,
    );
    await sql`update auth.users set user_metadata = '{"full_name":"Namita"}'
      where id in (${first.id}, ${second.id})`.execute(app.db);
    const row = { doctor: doctor.name, visit_date: day };
    const sale = { product: product.name, quantity: "2", unit_price: "10" };
    const rows = [
      { ...row, representative: "Leela Nair" },
      { ...row, representative: "+919830012345" },
      { ...row, ...sale, representative: "second@example.com" },
      { ...row, ...sale, representative: "Namita" },
    ];
    const { id } = await asha.check(rows);
    expect(await asha.verdicts(id)).toEqual(["create", "create", "create", "refused"]);
    expect((await asha.reasons(id))[3]).toBe(
      "Several people are called Namita. Please enter the email address.",
    );
    await asha.apply(id);
    const authors = (await asha.visitsOf(doctor.id)).map(({ created_by }) => created_by);
    expect(authors.sort()).toEqual([left.id, phoned.id, second.id].sort());
    const again = await asha.check([...rows, { ...row, ...sale, quantity: "3", representative: "Namita" }]);
    expect(await asha.verdicts(again.id)).toEqual(["same", "same", "same", "same", "refused"]);
  });

  test("is not known if the author's account is gone: a row that names nobody is the same", async () => {
    const { doctor, product } = await aPair(app, 10);
    const row = { doctor: doctor.name, visit_date: day };
    const sale = { product: product.name, quantity: "2", unit_price: "10" };
    const visit = await aVisit(app, doctor.id, {
      visit_date: "2025-06-10",
      items: [anItem(product.id, 2, "10")],
    });
    const check = async (...rows: ImportCells[]) => asha.verdicts((await asha.check(rows)).id);
    await sql`update visits set created_by = ${ravi.id} where id = ${visit.id}`.execute(app.db);
    expect(await check({ ...row, ...sale })).toEqual(["create"]);
    await sql`update visits set created_by = null where id = ${visit.id}`.execute(app.db);
    const named = { ...row, ...sale, representative: "Asha" };
    expect(await check({ ...row, ...sale }, { ...row, ...sale, quantity: "3" }, named)).toEqual([
      "same",
      "look",
      "create",
    ]);
  });

  test("is one's own for who may not change visits of others, also when it is applied", async () => {
    const { doctor } = await aPair(app);
    const ownOnly = tableOf(
      (role, permission) => role === "manager" || permission !== "edit_visits_of_others",
    );
    const cells = [
      { doctor: doctor.name, visit_date: day, representative: "Asha" },
      { doctor: doctor.name, visit_date: day, representative: "ravi@example.com" },
    ];
    const early = await visitImporter(ravi).check(cells);
    expect(await visitImporter(ravi).verdicts(early.id)).toEqual(["create", "create"]);
    await admin.call(teamRoutes.savePermissions, { body: ownOnly });
    try {
      const { id } = await visitImporter(ravi).check(cells);
      expect(await visitImporter(ravi).verdicts(id)).toEqual(["refused", "create"]);
      expect((await visitImporter(ravi).reasons(id))[0]).toMatch(/not allowed|may not|administrator/i);
      expect((await visitImporter(ravi).apply(early.id)).counts).toMatchObject({ applied: 1, failed: 1 });
    } finally {
      await sql`delete from auth.permissions`.execute(app.db);
    }
    expect((await asha.visitsOf(doctor.id)).map(({ created_by }) => created_by)).toEqual([ravi.id]);
  });
});

test("a row whose name means another doctor or product by the time it is applied fails", async () => {
  const [first, second] = [await aPair(app), await aPair(app)];
  const { id } = await asha.check([
    {
      doctor: first.doctor.name,
      visit_date: day,
      product: first.product.name,
      quantity: "1",
      unit_price: "10",
    },
    { doctor: second.doctor.name, visit_date: day },
  ]);
  expect(await asha.verdicts(id)).toEqual(["create", "create"]);
  // Their names are those of others by now.
  await sql`update products set name = 'Formerly ' || name where id = ${first.product.id}`.execute(app.db);
  await aProduct(app, 0, { name: first.product.name });
  await sql`update doctors set name = 'Dr. Formerly' where id = ${second.doctor.id}`.execute(app.db);
  const other = await aDoctor(app, { name: second.doctor.name });
  expect((await asha.apply(id)).counts).toMatchObject({ applied: 0, failed: 2 });
  for (const { id } of [first.doctor, second.doctor, other]) expect(await asha.visitsOf(id)).toEqual([]);
});

test("a visit that somebody changed since is kept, and one that is deleted is reported", async () => {
  const pairs = [await aPair(app), await aPair(app), await aPair(app)];
  const { id } = await asha.check(pairs.map(({ doctor }) => ({ doctor: doctor.name, visit_date: day })));
  await asha.apply(id);
  const [[changed] = [], [deleted] = []] = await Promise.all(
    pairs.map(({ doctor }) => asha.visitsOf(doctor.id)),
  );
  if (!changed || !deleted) throw new Error("visits");
  await app.call(visitRoutes.update, { params: changed, body: visitEdit(changed, { notes: "Mine" }) });
  await app.call(visitRoutes.delete, { params: deleted, query: {} });
  expect((await asha.undo(id)).counts).toMatchObject({ undone: 1, kept: 2 });
  const problems = (await asha.rowsOf(id)).map(({ problem }) => problem?.message ?? null);
  expect(problems).toEqual(["Somebody changed this visit since.", expect.any(String), null]);
  expect(await app.call(visitRoutes.read, { params: changed })).toMatchObject({ notes: "Mine", version: 2 });
});

test("days to come, fields of doctors and a stock of doctors are refused", async () => {
  const { doctor } = await aPair(app);
  const { id } = await asha.check([{ doctor: doctor.name, visit_date: "16/06/2025" }]);
  expect(await asha.reasons(id)).toEqual([
    "Jun 16, 2025 has not come yet. Only past visits can be brought in.",
  ]);
  const body = { rows: [{ line: 9, cells: { norm: "4" } }] };
  const open = await importing(admin, [{ doctor: doctor.name }], "visits");
  await expect(admin.call(importRoutes.send, { params: { id: open }, body })).rejects.toMatchObject({
    code: "validation_failed",
  });
  const doctors = await importing(admin, [{ name: "Dr. New" }]);
  await expect(asha.moveStock(doctors, true)).rejects.toMatchObject({ code: "validation_failed" });
});
