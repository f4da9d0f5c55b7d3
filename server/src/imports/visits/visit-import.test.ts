import { doctorRoutes } from "@rounds/domain/doctors/routes.ts";
import type { ImportCells } from "@rounds/domain/imports/import-row.ts";
import { importRoutes } from "@rounds/domain/imports/routes.ts";
import type { NameKind } from "@rounds/domain/imports/visits/names.ts";
import { salesRoutes } from "@rounds/domain/sales/routes.ts";
import { visitRoutes } from "@rounds/domain/visits/routes.ts";
import { checkBooks } from "@rounds/testkit/books.ts";
import { aDoctor, anItem, aProduct, aVisit, movementsOf, stockOf } from "@rounds/testkit/builders.ts";
import type { Member } from "@rounds/testkit/caller.ts";
import { checkRollups } from "@rounds/testkit/rollups.ts";
import { sql } from "kysely";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { startApp, testMoment } from "../../testing/app.ts";
import { importing } from "../../testing/imports.ts";
import { aPair, visitImporter } from "../../testing/visit-imports.ts";
import { applyImport } from "../apply-import.ts";
import { checkImport } from "../check-import.ts";

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
const match = (id: string, kind: NameKind, cells: ImportCells, choice: string, by: Member = admin) =>
  by.call(importRoutes.match, { params: { id }, body: { kind, cells, choice } });
const names = async (id: string) => (await app.call(importRoutes.names, { params: { id }, query: {} })).rows;

describe("rows of one doctor, day and person", () => {
  test("are one visit with its sales, which leave the stock alone; again they are the same", async () => {
    const { doctor, product } = await aPair(app, 3);
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
    const { id } = await asha.check(cells);
    expect(await asha.verdicts(id)).toEqual(["create", "create", "create"]);
    expect(await asha.visitsOf(doctor.id)).toEqual([]);
    expect(await asha.apply(id)).toMatchObject({ counts: { applied: 3, failed: 0 }, moves_stock: false });
    const [later, first] = await asha.visitsOf(doctor.id);
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

    const again = await asha.check(cells);
    expect(again.counts).toMatchObject({ same: 3, create: 0 });
    expect((await asha.rowsOf(again.id))[0]?.target).toMatchObject({ id: first?.id, name: doctor.name });
    expect((await asha.apply(again.id)).counts.applied).toBe(0);
    expect(await asha.visitsOf(doctor.id)).toHaveLength(2);

    expect((await asha.undo(id)).counts).toMatchObject({ undone: 3, kept: 0 });
    expect(await asha.visitsOf(doctor.id)).toEqual([]);
    expect(await movementsOf(app, product.id)).toHaveLength(1);
  });

  test("are a visit for each reference number, which the notes keep", async () => {
    const { doctor, product } = await aPair(app);
    const sale = { doctor: doctor.name, visit_date: day, product: product.name, unit_price: "10" };
    const { id } = await asha.check([
      { ...sale, quantity: "1", reference: "B-1" },
      { ...sale, quantity: "2", reference: "B-2" },
      { ...sale, quantity: "3", reference: "b-1", notes: "Urgent" },
    ]);
    await asha.apply(id);
    const visits = await asha.visitsOf(doctor.id);
    const found = visits.map(({ notes, sales }) => [notes, sales.map(({ quantity }) => quantity)]);
    expect(found.sort()).toEqual([
      ["Reference: B-2", [2]],
      ["Urgent\nReference: B-1", [1, 3]],
    ]);
  });

  test("are one visit also if a portion ends between them, and so is what takes them back", async () => {
    const { doctor, product } = await aPair(app);
    const sale = { doctor: doctor.name, visit_date: day, product: product.name, unit_price: "10" };
    const id = await importing(
      admin,
      ["1", "2", "3"].map((quantity) => ({ ...sale, quantity, notes: quantity })),
      "visits",
    );
    const asked = { actor: { id: app.id, email: app.email }, now: testMoment, today: "2025-06-15" };
    for (let at = 0; at < 3; at++) await checkImport(app.db, id, asked, 1);
    for (let at = 0; at < 3; at++) await applyImport(app.db, id, asked, 1);
    const [visit, ...others] = await asha.visitsOf(doctor.id);
    expect(others).toEqual([]);
    expect(visit).toMatchObject({ version: 1, notes: "1\n2\n3", total_sales: "60.00" });
    expect(visit?.sales.map(({ quantity }) => quantity)).toEqual([1, 2, 3]);
    expect((await asha.undo(id)).counts).toMatchObject({ undone: 3, kept: 0 });
  });

  test("that say the same twice are for a person, and both are brought in if the person says so", async () => {
    const { doctor, product } = await aPair(app);
    const sale = {
      doctor: doctor.name,
      visit_date: day,
      product: product.name,
      quantity: "1",
      unit_price: "10",
    };
    const { id } = await asha.check([sale, sale]);
    expect(await asha.verdicts(id)).toEqual(["create", "look"]);
    expect((await asha.reasons(id))[1]).toBe("Line 2 of the file says the same.");
    await admin.call(importRoutes.fix, { params: { id }, body: { line: 3, decision: "create" } });
    await asha.apply(id);
    expect((await asha.visitsOf(doctor.id))[0]?.sales).toHaveLength(2);
  });

  test("beside a visit that is there without them are for a person; a plan is no visit", async () => {
    const { doctor, product } = await aPair(app, 9);
    await aVisit(app, doctor.id, { items: [anItem(product.id, 2, "10.00")] });
    const sale = { doctor: doctor.name, product: product.name, unit_price: "10" };
    await aVisit(app, doctor.id, { visit_date: "2025-06-11", status: "scheduled" });
    const { id } = await asha.check([
      { ...sale, visit_date: day, quantity: "2" },
      { ...sale, visit_date: day, quantity: "3" },
      { ...sale, visit_date: "11/06/2025", quantity: "3" },
    ]);
    expect(await asha.verdicts(id)).toEqual(["same", "look", "create"]);
    await admin.call(importRoutes.fix, { params: { id }, body: { line: 3, decision: "create" } });
    expect((await asha.apply(id)).counts).toMatchObject({ applied: 2, failed: 0 });
    expect(await asha.visitsOf(doctor.id)).toHaveLength(4);
    expect(await stockOf(app, product.id)).toBe(7);
  });

  test("fail, and nothing else happens, if the visit was recorded meanwhile or the product is gone", async () => {
    const { doctor, product } = await aPair(app, 9);
    const gone = await aPair(app);
    const { id } = await asha.check([
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
    expect((await asha.apply(id)).counts).toMatchObject({ applied: 0, failed: 2 });
    expect(await asha.visitsOf(doctor.id)).toHaveLength(1);
    expect(await asha.visitsOf(gone.doctor.id)).toEqual([]);
  });
});

describe("names that are not clear", () => {
  test("are decided once for all their rows; those nobody decided about are left out", async () => {
    const { doctor, product } = await aPair(app);
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
    const { id, counts } = await asha.check([
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
    expect((await asha.checkAgain(id)).counts).toMatchObject({ create: 4, look: 0, skipped: 1 });
    expect((await names(id)).map(({ state, record }) => [state, record?.id])).toEqual([
      ["chosen", one.id],
      ["left_out", undefined],
      ["chosen", product.id],
    ]);
    await match(id, "product", { product: "Prodct not there" }, "unclear");
    await asha.checkAgain(id);
    expect((await asha.apply(id)).counts).toMatchObject({ applied: 3, look: 1, skipped: 1 });
    expect([(await asha.visitsOf(one.id)).length, (await asha.visitsOf(two.id)).length]).toEqual([2, 1]);
    expect(await asha.visitsOf(doctor.id)).toEqual([]);
    await asha.undo(id);
  });

  test("of doctors are misspelt, have no city, or are written with more behind them: those meant are offered", async () => {
    const sonal = await aDoctor(app, { name: "Dr. Sonal Kulkarni, MD (Gold Medallist)", address: "Thane" });
    const farida = await aDoctor(app, { name: "Dr. Farida Engineer", address: "Surat" });
    const { id } = await asha.check([
      { doctor: "Dr Sonal Kulkarni", visit_date: day },
      { doctor: "Farida Enginer", visit_date: day },
      { doctor: "Farida Enginer", city: "Baroda", visit_date: day },
      { doctor: "Dr. Xy Qwz", visit_date: day },
    ]);
    const offered = new Map(
      (await names(id)).map(({ cells, candidates }) => [
        `${cells.doctor} ${cells.city ?? ""}`.trim(),
        candidates.map((candidate) => candidate.id),
      ]),
    );
    expect(offered.get("Dr Sonal Kulkarni")).toEqual([sonal.id]);
    expect(offered.get("Farida Enginer")).toEqual([farida.id]);
    expect(offered.get("Farida Enginer Baroda")).toEqual([farida.id]);
    expect(offered.get("Dr. Xy Qwz")).toEqual([]);
  });

  test("take a decision back, and are refused for texts and records that are not there", async () => {
    const { doctor } = await aPair(app);
    const { id } = await asha.check([{ doctor: "Dr. Whoever Thatis", visit_date: day }]);
    const cells = { doctor: "dr. whoever  thatis" };
    await match(id, "doctor", cells, doctor.id);
    expect((await asha.checkAgain(id)).counts.create).toBe(1);
    await match(id, "doctor", cells, "unclear");
    expect((await asha.checkAgain(id)).counts).toMatchObject({ create: 0, look: 1 });
    for (const [kind, text, choice] of [
      ["doctor", { doctor: "Dr. Other" }, doctor.id],
      ["product", { product: "Nothing" }, doctor.id],
      ["doctor", cells, "0190a000-0000-7000-8000-000000000000"],
    ] as const)
      await expect(match(id, kind, text, choice)).rejects.toMatchObject({ code: "validation_failed" });
    await expect(match(id, "doctor", cells, doctor.id, ravi)).rejects.toMatchObject({ code: "forbidden" });
  });

  test("mean the same in the person's next file, unless that import was undone or somebody else's", async () => {
    const { doctor } = await aPair(app);
    const rows = ["Dr. Known Before", "Dr. Left Before", "Dr. Gone Before"].map((name) => ({
      doctor: name,
      visit_date: day,
    }));
    const gone = await aDoctor(app);
    const first = await asha.check(rows);
    const before = [doctor.id, "left_out", gone.id];
    for (const [at, { doctor: name }] of rows.entries())
      await match(first.id, "doctor", { doctor: name }, before[at] ?? "");
    await asha.checkAgain(first.id);
    // What was decided for a file that is not brought in yet says nothing about another one.
    expect((await asha.check(rows)).counts).toMatchObject({ look: 3 });
    await asha.apply(first.id);
    for (const { id } of await asha.visitsOf(gone.id))
      await app.call(visitRoutes.delete, { params: { id }, query: {} });
    await app.call(doctorRoutes.delete, { params: gone, query: {} });

    const next = await asha.check(rows.map((row) => ({ ...row, visit_date: "12/06/2025" })));
    expect(next.counts).toMatchObject({ create: 1, skipped: 1, look: 1 });
    expect((await names(next.id)).map(({ state, is_remembered }) => [state, is_remembered]).sort()).toEqual([
      ["chosen", true],
      ["left_out", true],
      ["unclear", false],
    ]);
    await match(next.id, "doctor", { doctor: "Dr. Left Before" }, "unclear");
    expect((await asha.checkAgain(next.id)).counts).toMatchObject({ skipped: 0, look: 2 });
    expect((await visitImporter(ravi).check(rows)).counts).toMatchObject({ look: 3 });
    await asha.undo(first.id);
    expect((await asha.check(rows)).counts).toMatchObject({ look: 3 });
  });

  test("mean a doctor by the phone, and not one whose phone or city is another", async () => {
    const { doctor } = await aPair(app);
    const alike = { hospital: null, email: null };
    const known = await aDoctor(app, {
      name: "Dr. Santanu Pal",
      contact_number: "+91 98300 55501",
      ...alike,
    });
    await aDoctor(app, { name: "Dr. Bimal Sen", contact_number: "98300 55502", address: "Pune", ...alike });
    const { id } = await asha.check([
      { doctor: "Shantanu Pal", contact_number: "9830055501", visit_date: day },
      { doctor: "Bimal Sen", city: "Nagpur", visit_date: day },
      { doctor: "Bimal Sen", contact_number: "9830055599", visit_date: day },
      { doctor: "Bimal Sen", city: "pune", visit_date: day },
      { doctor: "", contact_number: "98300-55501", visit_date: "12/06/2025" },
      { doctor: doctor.name, contact_number: "9830055501", visit_date: day },
    ]);
    expect(await asha.verdicts(id)).toEqual(["create", "look", "look", "create", "create", "look"]);
    await asha.apply(id);
    expect(await asha.visitsOf(known.id)).toHaveLength(2);
  });
});
