import { tableOf } from "@rounds/domain/account/permission-table.ts";
import { notPermittedWords, type Permission } from "@rounds/domain/account/permissions.ts";
import type { BulkEdit, BulkEditCreation } from "@rounds/domain/bulk-edits/bulk-edit.ts";
import { bulkEditRoutes } from "@rounds/domain/bulk-edits/routes.ts";
import type { Doctor } from "@rounds/domain/doctors/doctor.ts";
import { doctorRoutes } from "@rounds/domain/doctors/routes.ts";
import { historyRoutes } from "@rounds/domain/history/routes.ts";
import { teamRoutes } from "@rounds/domain/team/routes.ts";
import { visitRoutes } from "@rounds/domain/visits/routes.ts";
import { aDoctor, anId, anItem, aProduct, aVisit, doctorBody, stockOf } from "@rounds/testkit/builders.ts";
import type { Member } from "@rounds/testkit/caller.ts";
import { sql } from "kysely";
import { afterAll, describe, expect, test } from "vitest";
import { startApp } from "../testing/app.ts";

const app = await startApp();
const ravi = await app.signUp("ravi@example.com");
const leela = await app.signUp("leela@example.com");
afterAll(() => app.close());

type Change = BulkEditCreation["change"];
const chosen = (...doctors: Doctor[]) => ({ rows: doctors.map(({ id, version }) => ({ id, version })) });
const prepare = (change: Change, selection: BulkEditCreation["selection"], by: Member = ravi, id = anId()) =>
  by.call(bulkEditRoutes.prepare, { body: { id, change, selection } });
const run = (id: string, by: Member = ravi) => by.call(bulkEditRoutes.run, { params: { id } });
const undo = (id: string, by: Member = ravi) => by.call(bulkEditRoutes.undo, { params: { id } });
const read = (id: string) => app.call(doctorRoutes.read, { params: { id } });
const historyOf = (id: string) => app.call(historyRoutes.ofRecord, { params: { noun: "doctors", id } });
const rename = ({ id, version }: Doctor, name: string) => {
  const { id: _, ...body } = doctorBody({ name });
  return app.call(doctorRoutes.update, { params: { id }, body: { ...body, version } });
};
/** Calls one step until it has nothing more to do. */
async function wholly(
  step: (id: string) => Promise<BulkEdit>,
  id: string,
  left: "waiting" | "done",
): Promise<BulkEdit> {
  for (;;) {
    const edit = await step(id);
    if (edit[left] === 0) return edit;
  }
}
/** Doctors of a place of their own, stored without the API. */
async function many(count: number, address: string) {
  await sql`
    insert into doctors (id, name, address, doctor_class, creation_digest, created_by)
    select gen_random_uuid(), 'Dr. ' || n, ${address}, 'A', 'test', ${app.id}
    from generate_series(1, ${count}) as n`.execute(app.db);
}

describe("changing many doctors", () => {
  test("sets the class of the chosen ones, tells each one's history, and leaves those that have it", async () => {
    const [a, b, same] = [await aDoctor(app), await aDoctor(app), await aDoctor(app, { doctor_class: "C" })];
    const prepared = await prepare({ kind: "doctor_class", value: "C" }, chosen(a, b, same));
    expect(prepared).toMatchObject({ total: 3, waiting: 3, done: 0, effect: null, problems: [] });
    expect((await read(a.id)).doctor_class).toBe("A");
    expect(await run(prepared.id)).toMatchObject({ total: 3, waiting: 0, done: 2, same: 1, refused: 0 });
    expect(await read(a.id)).toMatchObject({
      doctor_class: "C",
      version: 2,
      updated_by: ravi.id,
      name: a.name,
    });
    expect(await read(same.id)).toEqual(same);
    const { changes } = await historyOf(b.id);
    expect(changes).toMatchObject([
      { op: "updated", by: "ravi@example.com", before: { doctor_class: "A" }, after: { doctor_class: "C" } },
    ]);
    const [ofA] = (await historyOf(a.id)).changes;
    expect(ofA?.batch_id).not.toBe(changes[0]?.batch_id);
  });

  test("takes a type away, and writes the city after the last comma", async () => {
    const full = await aDoctor(app, { address: "12 MG Road , Calcuta" });
    const [bare, none] = [await aDoctor(app, { address: "Calcuta" }), await aDoctor(app, { address: "" })];
    await run((await prepare({ kind: "doctor_type", value: null }, chosen(full))).id);
    expect((await read(full.id)).doctor_type).toBeNull();
    const city = await prepare({ kind: "city", value: " Kolkata " }, chosen(await read(full.id), bare, none));
    await run(city.id);
    expect((await read(full.id)).address).toBe("12 MG Road, Kolkata");
    expect((await read(bare.id)).address).toBe("Kolkata");
    expect((await read(none.id)).address).toBe("Kolkata");
  });

  test("refuses what was changed or deleted since, or would be too long, and does the rest", async () => {
    const [fine, edited, deleted] = [await aDoctor(app), await aDoctor(app), await aDoctor(app)];
    const long = await aDoctor(app, { address: `${"x".repeat(450)}, Pune` });
    const selection = chosen(fine, edited, deleted, long);
    await rename(edited, "Dr. Renamed");
    await app.call(doctorRoutes.delete, { params: { id: deleted.id } });
    const { id } = await prepare({ kind: "city", value: "y".repeat(100) }, selection);
    const done = await run(id);
    expect(done).toMatchObject({ done: 1, refused: 3, waiting: 0 });
    expect(done.problems.map(({ name, code }) => `${name}: ${code}`)).toEqual([
      "Dr. Meera Iyer: validation_failed",
      "Dr. Renamed: changed_meanwhile",
      "null: gone",
    ]);
    expect((await read(edited.id)).address).toBe("12 MG Road, Pune");
  });

  test("takes all that the list's filters let through, in portions", async () => {
    await many(1_204, "1 Ring Road, Nagpur");
    const matching = { city: "Nagpur", doctor_class: "A" as const };
    const { id, total } = await prepare({ kind: "doctor_class", value: "B" }, { matching });
    expect(total).toBe(1_204);
    expect(await run(id)).toMatchObject({ done: 500, waiting: 704 });
    expect(await wholly(run, id, "waiting")).toMatchObject({ done: 1_204, waiting: 0, refused: 0 });
    const now = await app.call(doctorRoutes.list, { query: { city: "Nagpur", doctor_class: "B" } });
    expect(now.total).toBe(1_204);
    expect(await wholly(undo, id, "done")).toMatchObject({ undone: 1_204, kept: 0, done: 0 });
    expect((await app.call(doctorRoutes.list, { query: matching })).total).toBe(1_204);
  });

  test("refuses more than 10,000 at once, and writes nothing", async () => {
    await many(10_001, "1 Ring Road, Surat");
    const id = anId();
    const given = prepare({ kind: "delete" }, { matching: { city: "Surat" } }, ravi, id);
    await expect(given).rejects.toMatchObject({ status: 400, code: "validation_failed" });
    await expect(run(id)).rejects.toMatchObject({ code: "not_found" });
  });

  test("is prepared once, and changed once, however often it is sent", async () => {
    const doctor = await aDoctor(app);
    const id = anId();
    const change = { kind: "doctor_class", value: "B" } as const;
    const first = await prepare(change, chosen(doctor), ravi, id);
    expect(await prepare(change, chosen(doctor), ravi, id)).toEqual(first);
    await expect(prepare({ kind: "delete" }, chosen(doctor), ravi, id)).rejects.toMatchObject({
      code: "id_taken",
    });
    const answers = await Promise.all([run(id), run(id), run(id)]);
    expect(answers.every(({ done }) => done === 1)).toBe(true);
    expect((await read(doctor.id)).version).toBe(2);
  });

  test("is its maker's: others can't run it, and only administrators undo it", async () => {
    const doctor = await aDoctor(app);
    const { id } = await prepare({ kind: "doctor_class", value: "B" }, chosen(doctor));
    for (const step of [run, undo])
      await expect(step(id, leela)).rejects.toMatchObject({ code: "forbidden" });
    await run(id);
    expect(await undo(id, app.member)).toMatchObject({ undone: 1 });
    expect((await read(doctor.id)).doctor_class).toBe("A");
  });
});

describe("deleting many doctors", () => {
  test("says what goes with them, deletes them, and one undo brings everything back", async () => {
    const product = await aProduct(app, 20);
    const doctors = [await aDoctor(app), await aDoctor(app), await aDoctor(app)];
    for (const { id } of doctors) await aVisit(app, id, { items: [anItem(product.id, 2)] });
    const before = await Promise.all(doctors.map(({ id }) => read(id)));
    const prepared = await prepare({ kind: "delete" }, chosen(...doctors));
    expect(prepared.effect).toEqual({ visits: 3, sales: 3, units_returned: 6, refused: 0 });
    expect(await stockOf(app, product.id)).toBe(14);
    expect(await run(prepared.id)).toMatchObject({ done: 3, waiting: 0, effect: null });
    expect(await stockOf(app, product.id)).toBe(20);
    for (const { id } of doctors) await expect(read(id)).rejects.toMatchObject({ code: "not_found" });
    // Each is a deletion of its own, with what went with it.
    const { rows } = await app.call(historyRoutes.deleted, { query: {} });
    const listed = rows.filter(({ id }) => doctors.some((doctor) => doctor.id === id));
    expect(listed.map(({ visits, units, by }) => [visits, units, by])).toEqual(
      doctors.map(() => [1, 2, "ravi@example.com"]),
    );

    expect(await undo(prepared.id)).toMatchObject({ undone: 3, kept: 0 });
    expect(await stockOf(app, product.id)).toBe(14);
    expect(await Promise.all(doctors.map(({ id }) => read(id)))).toEqual(before);
    for (const { id } of doctors) {
      const visits = await app.call(visitRoutes.ofDoctor, { params: { id }, query: {} });
      expect(visits.rows).toMatchObject([{ item_count: 1, total_sales: "200.00" }]);
    }
    expect(await undo(prepared.id)).toMatchObject({ undone: 3, kept: 0 });
  });

  test("keeps a doctor with whom more would go than was confirmed", async () => {
    const product = await aProduct(app, 50);
    const [quiet, sold, visited] = [await aDoctor(app), await aDoctor(app), await aDoctor(app)];
    const visit = await aVisit(app, sold.id, { items: [anItem(product.id, 1)] });
    const prepared = await prepare({ kind: "delete" }, chosen(quiet, sold, visited));
    expect(prepared.effect).toEqual({ visits: 1, sales: 1, units_returned: 1, refused: 0 });
    const { doctor_id, visit_date, status, sales } = visit;
    const items = sales.map(({ id, product_id, unit_price }) => ({
      id,
      product_id,
      unit_price,
      quantity: 40,
    }));
    const body = { version: 1, doctor_id, visit_date, status, notes: null, items };
    await app.call(visitRoutes.update, { params: { id: visit.id }, body });
    await aVisit(app, visited.id);
    const result = await run(prepared.id);
    expect(result).toMatchObject({ done: 1, refused: 2, waiting: 0 });
    expect(new Set(result.problems.map(({ id, code }) => `${id} ${code}`))).toEqual(
      new Set([`${sold.id} changed_meanwhile`, `${visited.id} changed_meanwhile`]),
    );
    expect(await stockOf(app, product.id)).toBe(10);
    const again = await prepare({ kind: "delete" }, chosen(sold, visited));
    expect(again.effect).toEqual({ visits: 2, sales: 1, units_returned: 40, refused: 0 });
    expect(await run(again.id)).toMatchObject({ done: 2, refused: 0 });
    expect(await stockOf(app, product.id)).toBe(50);
  });

  test.each([
    ["", false],
    [", also if the release before prepared it", true],
  ])(
    "keeps a doctor who was said to stay, whatever the person may do when it runs%s",
    async (_, isEarlier) => {
      const deny = (...denied: Permission[]) =>
        app.call(teamRoutes.savePermissions, {
          body: tableOf((_, permission) => !denied.includes(permission)),
        });
      const theirs = await aDoctor(app, { representative_id: leela.id });
      const [visited, own] = [await aDoctor(app), await aDoctor(app, { representative_id: ravi.id })];
      await aVisit(leela, visited.id);
      await deny("delete_doctors_of_others", "delete_visits_of_others");
      const nothing = { visits: 0, sales: 0, units_returned: 0, refused: 0 };
      expect(await prepare({ kind: "delete" }, chosen(theirs))).toMatchObject({
        ...{ waiting: 0, refused: 1, effect: nothing },
      });
      const prepared = await prepare({ kind: "delete" }, chosen(theirs, visited, own));
      expect(prepared).toMatchObject({ waiting: 1, refused: 2, effect: nothing });
      expect(new Map(prepared.problems.map(({ id, message }) => [id, message]))).toEqual(
        new Map([
          [theirs.id, notPermittedWords("delete_doctors_of_others")],
          [
            visited.id,
            `Others have recorded visits to this doctor. ${notPermittedWords("delete_visits_of_others")}`,
          ],
        ]),
      );
      if (isEarlier)
        await sql`update bulk.rows set state = 'waiting', problem = null where edit_id = ${prepared.id}`.execute(
          app.db,
        );
      await deny();
      expect(await run(prepared.id)).toMatchObject({ done: 1, refused: 2, waiting: 0 });
      for (const { id } of [theirs, visited]) expect((await read(id)).id).toBe(id);
    },
  );

  test("keeps, at Undo, what can't come back or was changed since, and says why", async () => {
    const product = await aProduct(app, 5);
    const [short, fine] = [await aDoctor(app, { name: "Dr. Short" }), await aDoctor(app)];
    const other = await aDoctor(app);
    await aVisit(app, short.id, { items: [anItem(product.id, 5)] });
    const deletion = await prepare({ kind: "delete" }, chosen(short, fine));
    await run(deletion.id);
    await aVisit(app, other.id, { items: [anItem(product.id, 3)] });
    const undone = await undo(deletion.id);
    expect(undone).toMatchObject({ undone: 1, kept: 1, done: 0 });
    expect(undone.problems).toMatchObject([
      { id: short.id, name: null, code: "insufficient_stock", message: "Insufficient stock. Available: 2" },
    ]);
    expect(await read(fine.id)).toMatchObject({ name: fine.name });
    await expect(read(short.id)).rejects.toMatchObject({ code: "not_found" });
    expect(await stockOf(app, product.id)).toBe(2);
    const { rows } = await app.call(historyRoutes.deleted, { query: {} });
    expect(rows.map(({ id }) => id)).toContain(short.id);

    const edit = await prepare({ kind: "doctor_class", value: "C" }, chosen(other));
    await run(edit.id);
    const again = await prepare({ kind: "doctor_class", value: "B" }, chosen(await read(other.id)));
    await run(again.id);
    expect(await undo(edit.id)).toMatchObject({
      undone: 0,
      kept: 1,
      problems: [{ code: "changed_meanwhile" }],
    });
    expect((await read(other.id)).doctor_class).toBe("B");
  });

  test("two at once over the same doctors and products end, each doctor deleted once", async () => {
    const products = await Promise.all([aProduct(app, 50), aProduct(app, 50), aProduct(app, 50)]);
    const doctors: Doctor[] = [];
    for (let n = 0; n < 8; n++) {
      const doctor = await aDoctor(app);
      doctors.push(doctor);
      const order = n % 2 ? products : products.toReversed();
      await aVisit(app, doctor.id, { items: order.slice(0, 2).map(({ id }) => anItem(id, 1)) });
    }
    const edits = [
      await prepare({ kind: "delete" }, chosen(...doctors)),
      await prepare({ kind: "delete" }, chosen(...doctors.toReversed()), leela),
    ];
    const [mine, theirs] = await Promise.all([run(edits[0]?.id ?? ""), run(edits[1]?.id ?? "", leela)]);
    expect((mine?.done ?? 0) + (theirs?.done ?? 0)).toBe(8);
    for (const { id } of products) expect(await stockOf(app, id)).toBe(50);
  });

  test("lists what one has done, newest first, without what was only prepared or changed nothing", async () => {
    const doctor = await aDoctor(app);
    const { id } = await prepare({ kind: "doctor_class", value: "B" }, chosen(doctor), leela);
    const idOfNewest = async () => (await leela.call(bulkEditRoutes.list, {})).rows[0]?.id;
    expect(await idOfNewest()).not.toBe(id);
    await run(id, leela);
    expect(await idOfNewest()).toBe(id);
    const again = await prepare({ kind: "doctor_class", value: "B" }, chosen(await read(doctor.id)), leela);
    expect(await run(again.id, leela)).toMatchObject({ done: 0, same: 1 });
    expect(await idOfNewest()).toBe(id);
    await undo(id, leela);
    expect(await idOfNewest()).toBe(id);
  });
});

test("what was deleted comes back for as many days as the settings say", async () => {
  const own = await startApp({ deleted_days: 7 });
  const doctor = await aDoctor(own);
  const { id } = await prepare({ kind: "delete" }, chosen(doctor), own.member);
  await run(id, own.member);
  const listed = (member: Member) => member.call(bulkEditRoutes.list, {});
  expect(await listed(own.member)).toMatchObject({ rows: [{ id }], days: 7 });
  // The database's own clock says when it was deleted.
  own.setClock(new Date(Date.now() + 9 * 86_400_000).toISOString());
  const later = await own.signIn(own.email);
  expect((await listed(later)).rows).toEqual([]);
  expect(await undo(id, later)).toMatchObject({ undone: 0, kept: 1 });
  await own.close();
});
