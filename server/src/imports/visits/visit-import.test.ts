import { tableOf } from "@rounds/domain/account/permission-table.ts";
import type { ImportCells } from "@rounds/domain/imports/import-row.ts";
import { importRoutes } from "@rounds/domain/imports/routes.ts";
import type { NameKind } from "@rounds/domain/imports/visits/names.ts";
import { salesRoutes } from "@rounds/domain/sales/routes.ts";
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
import type { Member } from "@rounds/testkit/caller.ts";
import { checkRollups } from "@rounds/testkit/rollups.ts";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { startApp, type TestApp, testMoment } from "../../testing/app.ts";
import { checked, importing, wholly } from "../../testing/imports.ts";
import { applyImport } from "../apply-import.ts";
import { checkImport } from "../check-import.ts";

let app: TestApp;
let admin: Member;
let ravi: Member;
beforeAll(async () => {
  app = await startApp();
  admin = app.member;
  await sql`update auth.users set app_metadata = app_metadata || '{"role":"admin"}', user_metadata = '{"full_name":"Asha"}'
    where id = ${app.id}`.execute(app.db);
  ravi = await app.signUp("ravi@example.com");
});
afterAll(() => app.close());
afterEach(async () => {
  expect(await checkBooks(app.database)).toEqual([]);
  expect(await checkRollups(app.database)).toEqual([]);
});

let made = 0;
/** A doctor and a product whose names nothing else has. */
async function aPair(stock = 0) {
  const number = String.fromCharCode(...[...String(1000 + made++)].map((digit) => digit.charCodeAt(0) + 49));
  const doctor = await aDoctor(app, { name: `Dr. Only${number}`, contact_number: null, email: null });
  const product = await aProduct(app, stock, { name: `Product ${number} 500` });
  return { doctor, product };
}

const day = "10/06/2025";
const check = (cells: readonly ImportCells[], by: Member = admin) => checked(by, cells, "visits");
const checkAgain = (id: string, by: Member = admin) => wholly(by, importRoutes.check, id, "checked");
const apply = (id: string, by: Member = admin) => wholly(by, importRoutes.apply, id, "applied");
const undo = (id: string, by: Member = admin) => wholly(by, importRoutes.undo, id, "undone");
const rowsOf = async (id: string, by: Member = admin) =>
  (await by.call(importRoutes.rows, { params: { id }, query: {} })).rows;
const verdicts = async (id: string, by: Member = admin) =>
  (await rowsOf(id, by)).map(({ verdict }) => verdict);
const reasons = async (id: string, by: Member = admin) =>
  (await rowsOf(id, by)).map((row) => row.reasons[0]?.message ?? "");
const visitsOf = async (doctor_id: string) => {
  const { rows } = await app.call(visitRoutes.ofDoctor, { params: { id: doctor_id }, query: {} });
  return await Promise.all(rows.map(({ id }) => app.call(visitRoutes.read, { params: { id } })));
};
const match = (id: string, kind: NameKind, cells: ImportCells, choice: string, by: Member = admin) =>
  by.call(importRoutes.match, { params: { id }, body: { kind, cells, choice } });
const names = async (id: string) => (await app.call(importRoutes.names, { params: { id }, query: {} })).rows;
const moveStock = (id: string, moves_stock: boolean) =>
  app.call(importRoutes.stock, { params: { id }, body: { moves_stock } });

describe("rows of one doctor, day and person", () => {
  test("are one visit with its sales, which leave the stock alone; again they are the same", async () => {
    const { doctor, product } = await aPair(3);
    const other = await aProduct(app, 0, { name: "Zincovit-D3" });
    const cells = [
      {
        doctor: doctor.name,
        visit_date: day,
        product: product.name,
        quantity: "8",
        unit_price: "12.50",
        notes: "First",
      },
      {
        doctor: doctor.name.toUpperCase(),
        visit_date: "10-Jun-2025",
        product: "zincovit d3",
        quantity: "2",
        amount: "90",
      },
      { doctor: doctor.name, visit_date: "11/06/2025", notes: "No order", status: "Done" },
    ];
    const { id } = await check(cells);
    expect(await verdicts(id)).toEqual(["create", "create", "create"]);
    expect(await visitsOf(doctor.id)).toEqual([]);
    expect(await apply(id)).toMatchObject({ counts: { applied: 3, failed: 0 }, moves_stock: false });
    const [later, first] = await visitsOf(doctor.id);
    expect(later).toMatchObject({
      visit_date: "2025-06-11",
      notes: "No order",
      sales: [],
      status: "completed",
    });
    expect(first).toMatchObject({
      ...{ visit_date: "2025-06-10", notes: "First", total_sales: "190.00", moves_stock: false },
      ...{ created_by: app.id, version: 1 },
      sales: [
        { product_id: product.id, quantity: 8, unit_price: "12.50" },
        { product_id: other.id, quantity: 2, unit_price: "45.00" },
      ],
    });
    expect(await stockOf(app, product.id)).toBe(3);
    const query = { doctor_id: doctor.id };
    expect(await app.call(salesRoutes.summary, { query })).toMatchObject({
      revenue: "190.00",
      items_sold: 10,
    });

    const again = await check(cells);
    expect(again.counts).toMatchObject({ same: 3, create: 0 });
    expect((await rowsOf(again.id))[0]?.target).toMatchObject({ id: first?.id, name: doctor.name });
    expect((await apply(again.id)).counts.applied).toBe(0);
    expect(await visitsOf(doctor.id)).toHaveLength(2);

    expect((await undo(id)).counts).toMatchObject({ undone: 3, kept: 0 });
    expect(await visitsOf(doctor.id)).toEqual([]);
    expect(await movementsOf(app, product.id)).toHaveLength(1);
  });

  test("are a visit for each reference number, which the notes keep", async () => {
    const { doctor, product } = await aPair();
    const sale = { doctor: doctor.name, visit_date: day, product: product.name, unit_price: "10" };
    const { id } = await check([
      { ...sale, quantity: "1", reference: "B-1" },
      { ...sale, quantity: "2", reference: "B-2" },
      { ...sale, quantity: "3", reference: "b-1", notes: "Urgent" },
    ]);
    await apply(id);
    const visits = await visitsOf(doctor.id);
    const found = visits.map(({ notes, sales }) => [notes, sales.map(({ quantity }) => quantity)]);
    expect(found.sort()).toEqual([
      ["Reference: B-2", [2]],
      ["Urgent\nReference: B-1", [1, 3]],
    ]);
  });

  test("are one visit also if a portion ends between them, and so is what takes them back", async () => {
    const { doctor, product } = await aPair();
    const sale = { doctor: doctor.name, visit_date: day, product: product.name, unit_price: "10" };
    const id = await importing(
      admin,
      ["1", "2", "3"].map((quantity) => ({ ...sale, quantity, notes: quantity })),
      "visits",
    );
    const asked = { actor: { id: app.id, email: app.email }, now: testMoment, today: "2025-06-15" };
    for (let at = 0; at < 3; at++) await checkImport(app.db, id, asked, 1);
    for (let at = 0; at < 3; at++) await applyImport(app.db, id, asked, 1);
    const [visit, ...others] = await visitsOf(doctor.id);
    expect(others).toEqual([]);
    expect(visit).toMatchObject({ version: 1, notes: "1\n2\n3", total_sales: "60.00" });
    expect(visit?.sales.map(({ quantity }) => quantity)).toEqual([1, 2, 3]);
    expect((await undo(id)).counts).toMatchObject({ undone: 3, kept: 0 });
  });

  test("that say the same twice are for a person, and both are brought in if the person says so", async () => {
    const { doctor, product } = await aPair();
    const sale = {
      doctor: doctor.name,
      visit_date: day,
      product: product.name,
      quantity: "1",
      unit_price: "10",
    };
    const { id } = await check([sale, sale]);
    expect(await verdicts(id)).toEqual(["create", "look"]);
    expect((await reasons(id))[1]).toBe("Line 2 of the file says the same.");
    await admin.call(importRoutes.fix, { params: { id }, body: { line: 3, decision: "create" } });
    await apply(id);
    expect((await visitsOf(doctor.id))[0]?.sales).toHaveLength(2);
  });

  test("beside a visit that is there without them are for a person; a plan is no visit", async () => {
    const { doctor, product } = await aPair(9);
    await aVisit(app, doctor.id, { items: [anItem(product.id, 2, "10.00")] });
    const sale = { doctor: doctor.name, product: product.name, unit_price: "10" };
    await aVisit(app, doctor.id, { visit_date: "2025-06-11", status: "scheduled" });
    const { id } = await check([
      { ...sale, visit_date: day, quantity: "2" },
      { ...sale, visit_date: day, quantity: "3" },
      { ...sale, visit_date: "11/06/2025", quantity: "3" },
    ]);
    expect(await verdicts(id)).toEqual(["same", "look", "create"]);
    await admin.call(importRoutes.fix, { params: { id }, body: { line: 3, decision: "create" } });
    expect((await apply(id)).counts).toMatchObject({ applied: 2, failed: 0 });
    expect(await visitsOf(doctor.id)).toHaveLength(4);
    expect(await stockOf(app, product.id)).toBe(7);
  });

  test("fail, and nothing else happens, if the visit was recorded meanwhile or the product is gone", async () => {
    const { doctor, product } = await aPair(9);
    const gone = await aPair();
    const { id } = await check([
      { doctor: doctor.name, visit_date: day, product: product.name, quantity: "2", unit_price: "10" },
      {
        doctor: gone.doctor.name,
        visit_date: day,
        product: gone.product.name,
        quantity: "2",
        unit_price: "10",
      },
    ]);
    await aVisit(app, doctor.id, { items: [anItem(product.id, 2, "10.00")] });
    await sql`delete from products where id = ${gone.product.id}`.execute(app.db);
    expect((await apply(id)).counts).toMatchObject({ applied: 0, failed: 2 });
    expect(await visitsOf(doctor.id)).toHaveLength(1);
    expect(await visitsOf(gone.doctor.id)).toEqual([]);
  });
});

describe("names that are not clear", () => {
  test("are decided once for all their rows; those nobody decided about are left out", async () => {
    const { doctor, product } = await aPair();
    const [one, two] = [
      await aDoctor(app, {
        name: "Dr. Same Twin",
        address: "Pune",
        hospital: null,
        contact_number: null,
        email: null,
      }),
      await aDoctor(app, {
        name: "Dr. Same Twin",
        address: "Nashik",
        hospital: null,
        contact_number: null,
        email: null,
      }),
    ];
    const sale = { product: "Prodct not there", quantity: "1", unit_price: "10" };
    const { id, counts } = await check([
      { doctor: "Dr. Same Twin", visit_date: day },
      { doctor: "DR SAME TWIN", visit_date: "11/06/2025" },
      { doctor: "Dr. Same Twin", city: "Nashik", visit_date: day },
      { doctor: doctor.name, visit_date: day, ...sale },
      { doctor: "Dr. Nobody Atall", visit_date: day },
    ]);
    expect(counts).toMatchObject({ create: 1, look: 4 });
    const found = await names(id);
    expect(found.map(({ kind, cells, rows, state }) => [kind, cells, rows, state])).toEqual([
      ["doctor", { doctor: "DR SAME TWIN" }, 2, "unclear"],
      ["doctor", { doctor: "Dr. Nobody Atall" }, 1, "unclear"],
      ["product", { product: "Prodct not there" }, 1, "unclear"],
    ]);
    const twins = found.find(({ cells }) => cells.doctor === "DR SAME TWIN")?.candidates;
    expect(new Set(twins?.map((twin) => twin.id))).toEqual(new Set([one.id, two.id]));

    await match(id, "doctor", { doctor: "Dr. Same Twin" }, one.id);
    await match(id, "product", { product: "Prodct not there" }, product.id);
    const later = await match(id, "doctor", { doctor: "Dr. Nobody Atall" }, "left_out");
    expect(later.state).toBe("checked");
    expect((await checkAgain(id)).counts).toMatchObject({ create: 4, look: 0, skipped: 1 });
    expect((await names(id)).map(({ state, record }) => [state, record?.id])).toEqual([
      ["chosen", one.id],
      ["left_out", undefined],
      ["chosen", product.id],
    ]);
    await match(id, "product", { product: "Prodct not there" }, "unclear");
    await checkAgain(id);
    expect((await apply(id)).counts).toMatchObject({ applied: 3, look: 1, skipped: 1 });
    expect([(await visitsOf(one.id)).length, (await visitsOf(two.id)).length]).toEqual([2, 1]);
    expect(await visitsOf(doctor.id)).toEqual([]);
    await undo(id);
  });

  test("take a decision back, and are refused for texts and records that are not there", async () => {
    const { doctor } = await aPair();
    const { id } = await check([{ doctor: "Dr. Whoever Thatis", visit_date: day }]);
    const cells = { doctor: "dr. whoever  thatis" };
    await match(id, "doctor", cells, doctor.id);
    expect((await checkAgain(id)).counts.create).toBe(1);
    await match(id, "doctor", cells, "unclear");
    expect((await checkAgain(id)).counts).toMatchObject({ create: 0, look: 1 });
    for (const [kind, text, choice] of [
      ["doctor", { doctor: "Dr. Other" }, doctor.id],
      ["product", { product: "Nothing" }, doctor.id],
      ["doctor", cells, "0190a000-0000-7000-8000-000000000000"],
    ] as const)
      await expect(match(id, kind, text, choice)).rejects.toMatchObject({ code: "validation_failed" });
    await expect(match(id, "doctor", cells, doctor.id, ravi)).rejects.toMatchObject({ code: "forbidden" });
  });

  test("mean a doctor by the phone, and not one whose phone or city is another", async () => {
    const { doctor } = await aPair();
    const alike = { hospital: null, email: null };
    const known = await aDoctor(app, {
      name: "Dr. Santanu Pal",
      contact_number: "+91 98300 55501",
      ...alike,
    });
    await aDoctor(app, { name: "Dr. Bimal Sen", contact_number: "98300 55502", address: "Pune", ...alike });
    const { id } = await check([
      { doctor: "Shantanu Pal", contact_number: "9830055501", visit_date: day },
      { doctor: "Bimal Sen", city: "Nagpur", visit_date: day },
      { doctor: "Bimal Sen", contact_number: "9830055599", visit_date: day },
      { doctor: "Bimal Sen", city: "pune", visit_date: day },
      { doctor: "", contact_number: "98300-55501", visit_date: "12/06/2025" },
      { doctor: doctor.name, contact_number: "9830055501", visit_date: day },
    ]);
    expect(await verdicts(id)).toEqual(["create", "look", "look", "create", "create", "look"]);
    await apply(id);
    expect(await visitsOf(known.id)).toHaveLength(2);
  });
});

describe("the stock", () => {
  test("is moved if that is asked, in the order of days, and never below nothing", async () => {
    const { doctor, product } = await aPair(10);
    const sale = { doctor: doctor.name, product: product.name, unit_price: "10" };
    const { id } = await check([
      { ...sale, visit_date: "12/06/2025", quantity: "6" },
      { ...sale, visit_date: "10/06/2025", quantity: "7" },
      { ...sale, visit_date: "13/06/2025", quantity: "3" },
    ]);
    expect((await moveStock(id, true)).counts).toMatchObject({ create: 2, refused: 1 });
    expect(await verdicts(id)).toEqual(["refused", "create", "create"]);
    expect((await reasons(id))[0]).toBe("Insufficient stock. Available: 3");
    expect((await moveStock(id, false)).counts).toMatchObject({ create: 3, refused: 0 });
    await moveStock(id, true);
    // A row that is left out leaves its units to another.
    await admin.call(importRoutes.fix, { params: { id }, body: { line: 3, decision: "skip" } });
    expect(await verdicts(id)).toEqual(["create", "skipped", "create"]);
    expect(await apply(id)).toMatchObject({ counts: { applied: 2 }, moves_stock: true });
    expect(await stockOf(app, product.id)).toBe(1);
    expect((await movementsOf(app, product.id)).slice(1)).toEqual([
      ["sale", -6, "2025-06-12", "visit"],
      ["sale", -3, "2025-06-13", "visit"],
    ]);
    expect((await visitsOf(doctor.id)).map((visit) => visit.moves_stock)).toEqual([true, true]);
    await undo(id);
    expect(await stockOf(app, product.id)).toBe(10);
  });

  test("that was sold meanwhile lets a row fail, and is not chosen any more once rows were applied", async () => {
    const { doctor, product } = await aPair(10);
    const sale = { doctor: doctor.name, product: product.name, unit_price: "10", visit_date: day };
    const { id } = await check([
      { ...sale, quantity: "6" },
      { ...sale, quantity: "4" },
    ]);
    await moveStock(id, true);
    await aVisit(app, (await aPair()).doctor.id, { items: [anItem(product.id, 3)] });
    expect((await apply(id)).counts).toMatchObject({ applied: 1, failed: 1 });
    expect((await rowsOf(id))[1]?.problem).toMatchObject({ message: "Insufficient stock. Available: 1" });
    expect(await stockOf(app, product.id)).toBe(1);
    await expect(moveStock(id, false)).rejects.toMatchObject({ code: "import_moved_on" });
  });
});

describe("whose visit it is", () => {
  test("says the row, or else the person who brings it in", async () => {
    const { doctor } = await aPair();
    const { id } = await check([
      { doctor: doctor.name, visit_date: day, representative: "ravi@example.com" },
      { doctor: doctor.name, visit_date: day },
      { doctor: doctor.name, visit_date: "11/06/2025", representative: "Somebody Else" },
      { doctor: doctor.name, visit_date: "11/06/2025", representative: "Everybody" },
    ]);
    expect(await verdicts(id)).toEqual(["create", "create", "refused", "refused"]);
    await apply(id);
    const authors = (await visitsOf(doctor.id)).map(({ created_by }) => created_by);
    expect(new Set(authors)).toEqual(new Set([ravi.id, app.id]));
  });

  test("is one's own for who may not change visits of others, also when it is applied", async () => {
    const { doctor } = await aPair();
    const ownOnly = tableOf(
      (role, permission) => role === "manager" || permission !== "edit_visits_of_others",
    );
    const cells = [
      { doctor: doctor.name, visit_date: day, representative: "Asha" },
      { doctor: doctor.name, visit_date: day, representative: "ravi@example.com" },
    ];
    const early = await check(cells, ravi);
    expect(await verdicts(early.id, ravi)).toEqual(["create", "create"]);
    await admin.call(teamRoutes.savePermissions, { body: ownOnly });
    try {
      const { id } = await check(cells, ravi);
      expect(await verdicts(id, ravi)).toEqual(["refused", "create"]);
      expect((await reasons(id, ravi))[0]).toMatch(/not allowed|may not|administrator/i);
      expect((await apply(early.id, ravi)).counts).toMatchObject({ applied: 1, failed: 1 });
    } finally {
      await sql`delete from auth.permissions`.execute(app.db);
    }
    expect((await visitsOf(doctor.id)).map(({ created_by }) => created_by)).toEqual([ravi.id]);
  });
});

test("a visit that somebody changed since is kept, and one that is deleted is told", async () => {
  const pairs = [await aPair(), await aPair(), await aPair()];
  const { id } = await check(pairs.map(({ doctor }) => ({ doctor: doctor.name, visit_date: day })));
  await apply(id);
  const [[changed] = [], [deleted] = []] = await Promise.all(pairs.map(({ doctor }) => visitsOf(doctor.id)));
  if (!changed || !deleted) throw new Error("visits");
  await app.call(visitRoutes.update, { params: changed, body: visitEdit(changed, { notes: "Mine" }) });
  await app.call(visitRoutes.delete, { params: deleted, query: {} });
  expect((await undo(id)).counts).toMatchObject({ undone: 1, kept: 2 });
  const problems = (await rowsOf(id)).map(({ problem }) => problem?.message ?? null);
  expect(problems).toEqual(["Somebody changed this visit since.", expect.any(String), null]);
});

test("days to come, fields of doctors and a stock of doctors are refused", async () => {
  const { doctor } = await aPair();
  const { id } = await check([{ doctor: doctor.name, visit_date: "16/06/2025" }]);
  expect(await reasons(id)).toEqual(["Jun 16, 2025 has not come yet. Only past visits can be brought in."]);
  const body = { rows: [{ line: 9, cells: { norm: "4" } }] };
  const open = await importing(admin, [{ doctor: doctor.name }], "visits");
  await expect(admin.call(importRoutes.send, { params: { id: open }, body })).rejects.toMatchObject({
    code: "validation_failed",
  });
  const doctors = await importing(admin, [{ name: "Dr. New" }]);
  await expect(moveStock(doctors, true)).rejects.toMatchObject({ code: "validation_failed" });
});
