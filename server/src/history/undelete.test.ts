import { everythingAllowed } from "@rounds/domain/account/permission-table.ts";
import { defaultNorms } from "@rounds/domain/coverage/norms.ts";
import { coverageRoutes } from "@rounds/domain/coverage/routes.ts";
import { doctorRoutes } from "@rounds/domain/doctors/routes.ts";
import { historyRoutes } from "@rounds/domain/history/routes.ts";
import { importRoutes } from "@rounds/domain/imports/routes.ts";
import { productRoutes } from "@rounds/domain/products/routes.ts";
import { stockRoutes } from "@rounds/domain/stock/routes.ts";
import { syncRoutes } from "@rounds/domain/sync/routes.ts";
import { teamRoutes } from "@rounds/domain/team/routes.ts";
import { visitRoutes } from "@rounds/domain/visits/routes.ts";
import {
  aDoctor,
  anId,
  anItem,
  aProduct,
  aVisit,
  movementsOf,
  stockOf,
  visitEdit,
} from "@rounds/testkit/builders.ts";
import { address, type Member, requestOf } from "@rounds/testkit/caller.ts";
import { checkRollups } from "@rounds/testkit/rollups.ts";
import { sql } from "kysely";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { startApp } from "../testing/app.ts";
import { bringIn } from "../testing/imports.ts";
import { under } from "../testing/under-key.ts";

/** The first member is an administrator. */
const app = await startApp({ deleted_days: 30 });
const ravi = await app.signUp("ravi@example.com");
afterAll(() => app.close());

const restore = (id: string, by: Member = app.member) =>
  by.call(historyRoutes.restore, { params: { id }, body: {} });
const undo = (batch: string, by: Member = app.member) =>
  by.call(historyRoutes.undo, { params: { id: batch }, body: {} });
const remove = (id: string) => app.call(doctorRoutes.delete, { params: { id } });
const readDoctor = (id: string) => app.call(doctorRoutes.read, { params: { id } });
async function merge(kept: string, other: string): Promise<string> {
  const [one, two] = [await readDoctor(kept), await readDoctor(other)];
  const fields = { name: one.name };
  const body = { other, version: one.version, other_version: two.version, fields };
  await app.call(doctorRoutes.merge, { params: { id: kept }, body });
  const { merges = [] } = await app.call(historyRoutes.ofRecord, { params: { noun: "doctors", id: kept } });
  return merges[0]?.id ?? "";
}

describe("a deleted visit that was brought back", () => {
  test.each([
    ["with sales", 4],
    ["without any", 0],
  ])("%s is listed as added, and is deleted again rather than undone", async (_, quantity) => {
    const product = await aProduct(app, 10);
    const items = quantity ? [anItem(product.id, quantity)] : [];
    const visit = await aVisit(app, (await aDoctor(app)).id, { items });
    await app.call(visitRoutes.delete, { params: { id: visit.id } });
    await restore(visit.id);
    const { changes } = await app.call(historyRoutes.ofRecord, { params: { noun: "visits", id: visit.id } });
    const [last] = changes;
    const added = changes.filter(({ batch_id }) => batch_id === last?.batch_id);
    expect(added.map(({ op, noun }) => `${op} ${noun}`).sort()).toEqual(
      quantity ? ["added sales", "added visits"] : ["added visits"],
    );
    await expect(undo(last?.batch_id ?? "")).rejects.toMatchObject({ code: "not_found" });
    expect(await stockOf(app, product.id)).toBe(10 - quantity);
  });
});

describe("a deleted visit of a doctor who was merged since", () => {
  test("comes back at the doctor who stayed, with its sales", async () => {
    const product = await aProduct(app, 10);
    const [kept, other] = [await aDoctor(app), await aDoctor(app)];
    const visit = await aVisit(app, other.id, { items: [anItem(product.id, 4)] });
    await app.call(visitRoutes.delete, { params: { id: visit.id } });
    const batch = await merge(kept.id, other.id);
    await restore(visit.id);
    const back = await app.call(visitRoutes.read, { params: { id: visit.id } });
    expect(back).toMatchObject({ doctor_id: kept.id, sales: [{ quantity: 4 }] });
    expect(await stockOf(app, product.id)).toBe(6);
    expect(await checkRollups(app.database)).toEqual([]);
    // It was not there when they were merged, so it stays when they are two again.
    await undo(batch);
    expect((await app.call(visitRoutes.read, { params: { id: visit.id } })).doctor_id).toBe(kept.id);
    expect(await checkRollups(app.database)).toEqual([]);
  });

  test("an edit that moved a visit away from the doctor is undone to the one who stayed", async () => {
    const [kept, other, third] = [await aDoctor(app), await aDoctor(app), await aDoctor(app)];
    const visit = await aVisit(app, other.id);
    const key = anId();
    const body = visitEdit(visit, { doctor_id: third.id });
    await under(key, app.member, requestOf(visitRoutes.update, { params: { id: visit.id }, body }));
    await merge(kept.id, other.id);
    await undo(key);
    expect((await app.call(visitRoutes.read, { params: { id: visit.id } })).doctor_id).toBe(kept.id);
  });
});

test("a plan that was completed is planned again, with what was sold back in the stock", async () => {
  const product = await aProduct(app, 10);
  const plan = await aVisit(app, (await aDoctor(app)).id, { status: "scheduled" });
  const key = anId();
  const body = { visit_date: "2025-06-12", notes: null, items: [anItem(product.id, 3)] };
  await under(key, app.member, requestOf(visitRoutes.complete, { params: { id: plan.id }, body }));
  expect(await stockOf(app, product.id)).toBe(7);
  expect(await undo(key)).toMatchObject({ noun: "visits", id: plan.id });
  const { status, visit_date, sales } = await app.call(visitRoutes.read, { params: { id: plan.id } });
  expect([status, visit_date, sales]).toEqual(["scheduled", plan.visit_date, []]);
  expect(await stockOf(app, product.id)).toBe(10);
});

test("a product's ledger comes back in its order, in whatever order its rows went", async () => {
  const product = await aProduct(app, 7);
  for (const quantity of [5, 3])
    await app.call(stockRoutes.add, { params: { id: product.id }, body: { id: anId(), quantity } });
  const ledger = await movementsOf(app, product.id);
  await app.call(productRoutes.delete, { params: { id: product.id } });
  // As the database deletes them where it finds a product's movements by the index, the newest first.
  await app.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql`
    update history.changes set before = other.before, row_id = other.row_id
    from (
      select changes.id, turned.before, turned.row_id
      from (select id, row_number() over (order by id) as at from history.changes where noun = 'stock_transactions'
          and before ->> 'product_id' = ${product.id}) as changes
        join (select before, row_id, row_number() over (order by id desc) as at from history.changes
          where noun = 'stock_transactions' and before ->> 'product_id' = ${product.id}) as turned using (at)
    ) as other where other.id = changes.id`.execute(tx);
  });
  const { rows } = await app.call(historyRoutes.deleted, {});
  await undo(rows.find(({ id }) => id === product.id)?.batch_id ?? "");
  expect(await movementsOf(app, product.id)).toEqual(ledger);
});

test("a visit of nobody that was made a plan is nobody's again, whoever takes that back", async () => {
  const visit = await aVisit(app, (await aDoctor(app)).id);
  await sql`update visits set created_by = null where id = ${visit.id}`.execute(app.db);
  const key = anId();
  const body = visitEdit(visit, { status: "scheduled" });
  await under(key, ravi, requestOf(visitRoutes.update, { params: { id: visit.id }, body }));
  await undo(key, ravi);
  expect(await app.call(visitRoutes.read, { params: { id: visit.id } })).toMatchObject({
    ...{ status: "completed", created_by: null },
  });
});

test("taking back and bringing back are done once under a key, so that a lost answer can be asked for again", async () => {
  const doctor = await aDoctor(app);
  const [edit, taken, key] = [anId(), anId(), anId()];
  const body = { name: doctor.name, hospital: "Ruby Hall", version: doctor.version };
  await under(edit, ravi, requestOf(doctorRoutes.update, { params: { id: doctor.id }, body }));
  const undoing = requestOf(historyRoutes.undo, { params: { id: edit }, body: {} });
  await under(taken, ravi, undoing);
  await under(taken, ravi, undoing);
  await expect(under(anId(), ravi, undoing)).rejects.toMatchObject({ code: "changed_meanwhile" });
  expect((await readDoctor(doctor.id)).hospital).toBe(doctor.hospital);
  await remove(doctor.id);
  const restoring = requestOf(historyRoutes.restore, { params: { id: doctor.id }, body: {} });
  await under(key, ravi, restoring);
  await under(key, ravi, restoring);
  await expect(under(anId(), ravi, restoring)).rejects.toMatchObject({ code: "changed_meanwhile" });
  const [named, back] = [anId(), anId()];
  await app.call(teamRoutes.saveCompany, { body: { name: "Before" } });
  await under(named, app.member, requestOf(teamRoutes.saveCompany, { body: { name: "After" } }));
  const renaming = requestOf(historyRoutes.undo, { params: { id: named }, body: {} });
  await under(back, app.member, renaming);
  await under(back, app.member, renaming);
  expect((await app.call(teamRoutes.company, {})).name).toBe("Before");
});

test("a line that was removed comes back at its place", async () => {
  const [first, second, third] = [await aProduct(app, 9), await aProduct(app, 9), await aProduct(app, 9)];
  const items = [first, second, third].map(({ id }) => anItem(id, 1));
  const visit = await aVisit(app, (await aDoctor(app)).id, { items });
  const key = anId();
  const body = visitEdit(visit, { items: items.slice(2) });
  await under(key, app.member, requestOf(visitRoutes.update, { params: { id: visit.id }, body }));
  await undo(key);
  const { sales } = await app.call(visitRoutes.read, { params: { id: visit.id } });
  expect(sales.map(({ product_id }) => product_id)).toEqual([first.id, second.id, third.id]);
});

test("the edit of a doctor who was merged since is not about the one who stayed", async () => {
  const [kept, other] = [await aDoctor(app), await aDoctor(app)];
  const key = anId();
  const body = { name: other.name, hospital: "Ruby Hall", version: other.version };
  await under(key, app.member, requestOf(doctorRoutes.update, { params: { id: other.id }, body }));
  await merge(kept.id, other.id);
  await expect(undo(key)).rejects.toMatchObject({ code: "gone" });
});

test("a plan that was nobody's is nobody's again, and the one's who completed it once that is wanted after all", async () => {
  const completeFor = async (by: Member) => {
    const plan = await aVisit(app, (await aDoctor(app)).id, { status: "scheduled" });
    await sql`update visits set created_by = null where id = ${plan.id}`.execute(app.db);
    const key = anId();
    const body = { visit_date: "2025-06-12", notes: null, items: [] };
    await under(key, by, requestOf(visitRoutes.complete, { params: { id: plan.id }, body }));
    return { key, id: plan.id };
  };
  const read = async (id: string) => {
    const { status, created_by } = await app.call(visitRoutes.read, { params: { id } });
    return [status, created_by];
  };
  const latest = async (id: string) =>
    (await app.call(historyRoutes.ofRecord, { params: { noun: "visits", id } })).changes[0]?.batch_id ?? "";

  const { key, id } = await completeFor(ravi);
  expect(await read(id)).toEqual(["completed", ravi.id]);
  await undo(key, ravi);
  expect(await read(id)).toEqual(["scheduled", null]);
  await undo(await latest(id));
  expect(await read(id)).toEqual(["completed", ravi.id]);

  // Without the account, there is nobody to give it back to, and nothing that keeps it from being taken back.
  const gone = await app.signUp("gone@example.com");
  const [one, two] = [await completeFor(gone), await completeFor(gone)];
  await undo(one.key);
  await sql`delete from auth.users where id = ${gone.id}`.execute(app.db);
  expect(await read(two.id)).toEqual(["completed", null]);
  await undo(two.key);
  expect(await read(two.id)).toEqual(["scheduled", null]);
  await undo(await latest(one.id));
  expect(await read(one.id)).toEqual(["completed", null]);
  expect(await checkRollups(app.database)).toEqual([]);
});

describe("a deleted doctor", () => {
  test("who was merged and separated again comes back, and so does one into whom another was merged, with the alias", async () => {
    const [kept, other] = [await aDoctor(app), await aDoctor(app)];
    await undo(await merge(kept.id, other.id));
    await remove(other.id);
    await restore(other.id);
    expect(await readDoctor(other.id)).toMatchObject({ id: other.id, name: other.name });
    await merge(kept.id, other.id);
    await remove(kept.id);
    await expect(readDoctor(other.id)).rejects.toMatchObject({ code: "not_found" });
    await restore(kept.id);
    expect((await readDoctor(other.id)).id).toBe(kept.id);
    await expect(restore(other.id)).rejects.toMatchObject({ code: "not_found" });
  });

  test("whom the undo of an import deleted comes back, by anybody", async () => {
    const { id } = await bringIn(ravi, [{ name: "Dr. Imported", contact_number: "9830033333" }]);
    const [row] = (await ravi.call(importRoutes.rows, { params: { id } })).rows;
    await ravi.call(importRoutes.undo, { params: { id } });
    const { rows } = await app.call(historyRoutes.deleted, {});
    const deleted = rows.find(({ name }) => name === "Dr. Imported");
    expect(deleted).toMatchObject({ noun: "doctors", id: row?.record_id, by: "ravi@example.com" });
    await restore(deleted?.id ?? "");
    expect(await readDoctor(deleted?.id ?? "")).toMatchObject({
      ...{ name: "Dr. Imported", contact_number: "9830033333", representative_id: ravi.id },
    });
    // Taking the import back again leaves alone what somebody wanted back.
    await ravi.call(importRoutes.undo, { params: { id } });
    expect((await readDoctor(deleted?.id ?? "")).name).toBe("Dr. Imported");
  });

  test("stays kept on the phones on which it was", async () => {
    const doctor = await aDoctor(app);
    const params = { id: doctor.id };
    await ravi.call(syncRoutes.pin, { params });
    await remove(doctor.id);
    await restore(doctor.id);
    expect(await ravi.call(syncRoutes.pinned, { params })).toMatchObject({ pinned: true });
    expect(await app.call(syncRoutes.pinned, { params })).toMatchObject({ pinned: false });
  });

  test("comes back for as many days as the setting says, listed or not", async () => {
    const doctor = await aDoctor(app);
    const key = anId();
    await under(key, app.member, requestOf(doctorRoutes.delete, { params: { id: doctor.id } }));
    /** What the database would do at that moment. */
    const deletedAt = (moment: string) =>
      app.db.transaction().execute(async (tx) => {
        await sql`set local session_replication_role = replica`.execute(tx);
        await sql`update history.changes set at = ${moment} where row_id = ${doctor.id}`.execute(tx);
      });
    const listed = async () => {
      const { rows, days } = await app.call(historyRoutes.deleted, {});
      return [days, rows.some(({ id }) => id === doctor.id)];
    };
    // Midnight in Kolkata is 18:30 in UTC.
    await deletedAt("2025-05-15T18:29:59Z");
    expect(await listed()).toEqual([30, false]);
    await expect(restore(doctor.id)).rejects.toMatchObject({ code: "not_found" });
    await expect(undo(key)).rejects.toMatchObject({ code: "not_found" });
    await deletedAt("2025-05-15T18:30:00Z");
    expect(await listed()).toEqual([30, true]);
    expect(await undo(key)).toMatchObject({ id: doctor.id });
  });
});

describe("a change of a setting", () => {
  afterEach(async () => {
    await sql`delete from holidays`.execute(app.db);
    await sql`delete from leave_days`.execute(app.db);
  });
  const holidays = async () =>
    (await app.call(coverageRoutes.settings, { query: { year: 2025 } })).holidays.map(({ name }) => name);

  test("is taken back by another change: added, renamed and removed holidays", async () => {
    const [added, renamed, removed] = [anId(), anId(), anId()];
    const save = (name: string) =>
      requestOf(coverageRoutes.saveHolidays, { body: { holidays: [{ day: "2025-08-15", name }] } });
    await under(added, app.member, save("Independence"));
    await under(renamed, app.member, save("Independence Day"));
    const { path, method } = coverageRoutes.removeHoliday;
    await under(removed, app.member, { path: address(path, undefined, { day: "2025-08-15" }), method });
    expect(await holidays()).toEqual([]);
    expect(await undo(removed)).toEqual({ noun: "holidays", id: null, records: 1 });
    expect(await holidays()).toEqual(["Independence Day"]);
    await expect(undo(removed)).rejects.toMatchObject({ code: "changed_meanwhile" });
    await undo(renamed);
    expect(await holidays()).toEqual(["Independence"]);
    await undo(added);
    expect(await holidays()).toEqual([]);
    await expect(undo(renamed)).rejects.toMatchObject({ code: "changed_meanwhile" });
    const { changes } = await app.call(historyRoutes.list, { query: { noun: "holidays" } });
    expect(changes.map(({ op, by }) => `${op} by ${by}`)).toEqual(
      ["deleted", "updated", "added", "deleted", "updated", "added"].map((op) => `${op} by ${app.email}`),
    );
  });

  test("also of the norms, the company's name and who may do what, which the audit log tells", async () => {
    const [norms, name, allowed] = [anId(), anId(), anId()];
    const settings = () => app.call(coverageRoutes.settings, { query: { year: 2025 } });
    const before = (await settings()).norms;
    const A = { ...defaultNorms.A, per_month: 9 };
    await under(norms, app.member, requestOf(coverageRoutes.saveNorms, { body: { ...defaultNorms, A } }));
    expect((await settings()).norms.A.per_month).toBe(9);
    await undo(norms);
    expect((await settings()).norms).toEqual(before);

    await app.call(teamRoutes.saveCompany, { body: { name: "Before" } });
    await under(name, app.member, requestOf(teamRoutes.saveCompany, { body: { name: "After" } }));
    await undo(name);
    expect((await app.call(teamRoutes.company, {})).name).toBe("Before");

    await app.call(teamRoutes.savePermissions, { body: everythingAllowed });
    const representative = { ...everythingAllowed.representative, export: false, move_stock: false };
    const body = { ...everythingAllowed, representative };
    await under(allowed, app.member, requestOf(teamRoutes.savePermissions, { body }));
    expect(await undo(allowed)).toMatchObject({ noun: "permissions", records: 2 });
    expect((await app.call(teamRoutes.permissions, {})).table).toEqual(everythingAllowed);
    const { rows } = await app.call(teamRoutes.audit, { query: { action: "setting_undone" } });
    expect(rows.slice(0, 3).map(({ traits }) => traits.setting)).toEqual([
      "permissions",
      "company",
      "call_norms",
    ]);
  });

  test("of norms is refused once the month is over: what was asked of it stays", async () => {
    const later = await startApp();
    const [key, A] = [anId(), { ...defaultNorms.A, per_month: 9 }];
    await under(key, later.member, requestOf(coverageRoutes.saveNorms, { body: { ...defaultNorms, A } }));
    later.setClock("2025-07-01T06:00:00Z");
    const admin = await later.signIn(later.email);
    await expect(undo(key, admin)).rejects.toMatchObject({
      code: "gone",
      message: "A month that is over keeps its norms. Change them from now on.",
    });
    const { norms } = await admin.call(coverageRoutes.settings, { query: { year: 2025 } });
    expect(norms.A.per_month).toBe(9);
    await later.close();
  });

  test("is refused for whom it does not concern, and for what people may do by their accounts", async () => {
    const [leave, holiday, shared] = [anId(), anId(), anId()];
    const days = { from: "2025-07-01", to: "2025-07-03" };
    await under(leave, ravi, requestOf(coverageRoutes.addLeave, { body: days }));
    const third = await app.signUp("third@example.com");
    await expect(undo(leave, third)).rejects.toMatchObject({ code: "forbidden" });
    expect(await undo(leave, ravi)).toEqual({ noun: "leave_days", id: null, records: 3 });
    expect((await ravi.call(coverageRoutes.leave, {})).ranges).toEqual([]);

    const body = { holidays: [{ day: "2025-08-15", name: "Day" }] };
    await under(holiday, app.member, requestOf(coverageRoutes.saveHolidays, { body }));
    await expect(undo(holiday, ravi)).rejects.toMatchObject({ code: "forbidden" });
    // An administrator who is none any more.
    await app.call(teamRoutes.makeAdmin, { params: { id: ravi.id } });
    const other = { holidays: [{ day: "2025-10-02", name: "Other" }] };
    await under(shared, ravi, requestOf(coverageRoutes.saveHolidays, { body: other }));
    const role = anId();
    await under(role, app.member, requestOf(teamRoutes.makeRepresentative, { params: { id: ravi.id } }));
    await expect(undo(shared, ravi)).rejects.toMatchObject({ code: "forbidden" });
    const { changes } = await app.call(historyRoutes.list, { query: { noun: "members" } });
    await expect(undo(changes[0]?.batch_id ?? "")).rejects.toMatchObject({ code: "not_found" });
  });
});
