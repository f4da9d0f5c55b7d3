import type { CatchUpRow } from "@rounds/domain/catch-up/catch-up.ts";
import { catchUpRoutes } from "@rounds/domain/catch-up/routes.ts";
import { coverageRoutes } from "@rounds/domain/coverage/routes.ts";
import { todayRoutes } from "@rounds/domain/today/routes.ts";
import { visitRoutes } from "@rounds/domain/visits/routes.ts";
import { aDoctor, anId, anItem, aProduct, aVisit, visitEdit } from "@rounds/testkit/builders.ts";
import type { Member } from "@rounds/testkit/caller.ts";
import { afterAll, describe, expect, test } from "vitest";
import { startApp, testMoment } from "../testing/app.ts";

const today = testMoment.slice(0, 10);

const app = await startApp();
afterAll(() => app.close());

let people = 0;
/** A person of their own for a test: what others do is not theirs. */
const aPerson = () => app.signUp(`evening${++people}@example.com`);
const dayOf = (member: Member, day: string, ...doctors: string[]) =>
  member.call(catchUpRoutes.read, { query: { day, doctors: doctors.join(",") } });

describe("the rows of a day", () => {
  test("are the person's planned visits with their items, and those that are recorded", async () => {
    const me = await aPerson();
    const [planned, met, cancelled] = [await aDoctor(me), await aDoctor(me), await aDoctor(me)];
    const product = await aProduct(me, 50, { name: "Amoxicillin 500mg" });
    const plan = await aVisit(me, planned.id, {
      visit_date: "2025-06-11",
      status: "scheduled",
      notes: "Bring samples",
      items: [anItem(product.id, 2, "10.50"), anItem(product.id, 1, "11")],
    });
    const done = await aVisit(me, met.id, { visit_date: "2025-06-11", items: [anItem(product.id, 3, "10")] });
    const off = await aVisit(me, cancelled.id, {
      visit_date: "2025-06-11",
      status: "cancelled",
      notes: null,
    });
    await aVisit(me, planned.id, { visit_date: "2025-06-12", status: "scheduled" });
    const { rows } = await dayOf(me, "2025-06-11");
    const item = (n: number) => ({
      id: plan.sales[n]?.id,
      product_id: product.id,
      product_name: "Amoxicillin 500mg",
    });
    expect(rows).toMatchObject([
      {
        doctor: { id: planned.id, name: planned.name, city: "Pune", doctor_class: "A" },
        planned: {
          id: plan.id,
          version: 1,
          notes: "Bring samples",
          moves_stock: true,
          items: [
            { ...item(0), quantity: 2, unit_price: "10.50" },
            { ...item(1), quantity: 1, unit_price: "11.00" },
          ],
        },
        visits: [],
      },
      {
        doctor: { id: met.id },
        planned: null,
        visits: [{ id: done.id, version: 1, status: "completed", total_sales: "30.00", item_count: 1 }],
      },
      {
        doctor: { id: cancelled.id },
        planned: null,
        visits: [{ id: off.id, status: "cancelled", item_count: 0 }],
      },
    ]);
  });

  test("have a doctor once: the first planned visit, and the others beside it", async () => {
    const me = await aPerson();
    const doctor = await aDoctor(me);
    const visit = (status: "completed" | "scheduled") =>
      aVisit(me, doctor.id, { visit_date: "2025-06-11", status });
    const [first, second, third] = [
      await visit("completed"),
      await visit("scheduled"),
      await visit("scheduled"),
    ];
    const { rows } = await dayOf(me, "2025-06-11");
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({
      planned: { id: second.id },
      visits: [{ id: first.id }, { id: third.id }],
    });
  });

  test("have the planned visits near one another by city, then by name, as Today has them", async () => {
    const me = await aPerson();
    const plan = async (name: string, address: string) => {
      const doctor = await aDoctor(me, { name, address });
      await aVisit(me, doctor.id, { visit_date: "2025-06-11", status: "scheduled" });
    };
    await plan("Dr. Bose", "1 MG Road, Pune");
    await plan("Dr. Zaheer", "2 MG Road, Nashik");
    await plan("Dr. Anand", "3 MG Road, Pune");
    const { rows } = await dayOf(me, "2025-06-11");
    expect(rows.map(({ doctor }) => doctor.name)).toEqual(["Dr. Zaheer", "Dr. Anand", "Dr. Bose"]);
  });

  test("follow when a planned visit is completed", async () => {
    const me = await aPerson();
    const doctor = await aDoctor(me);
    const plan = await aVisit(me, doctor.id, { visit_date: "2025-06-11", status: "scheduled" });
    await me.call(visitRoutes.update, { params: plan, body: { ...visitEdit(plan), status: "completed" } });
    const { rows } = await dayOf(me, "2025-06-11");
    expect(rows).toMatchObject([
      { planned: null, visits: [{ id: plan.id, version: 2, status: "completed" }] },
    ]);
  });

  test("are those of colleagues too, if the doctor belongs to the person", async () => {
    const [me, colleague] = [await aPerson(), await aPerson()];
    const mine = await aDoctor(me, { representative_id: me.id });
    const shared = await aDoctor(me, { representative_id: null });
    const visit = await aVisit(colleague, mine.id, { visit_date: "2025-06-11" });
    await aVisit(colleague, shared.id, { visit_date: "2025-06-11" });
    const { rows } = await dayOf(me, "2025-06-11");
    expect(rows).toMatchObject([{ doctor: { id: mine.id }, visits: [{ id: visit.id }] }]);
  });

  test("are those that no account entered too, if the doctor is shared, as in the demo", async () => {
    const [me, other] = [await aPerson(), await aPerson()];
    const shared = await aDoctor(me, { representative_id: null });
    const visit = await aVisit(me, shared.id, { visit_date: "2025-05-07" });
    const theirs = async () =>
      (await dayOf(other, "2025-05-07")).rows.filter(({ visits }) => visits.length > 0);
    expect(await theirs()).toEqual([]);
    await app.database.pool.query("update visits set created_by = null where id = $1", [visit.id]);
    expect(await theirs()).toMatchObject([{ doctor: { id: shared.id }, visits: [{ id: visit.id }] }]);
  });

  test("say which visits count for the person: one's own, and those without an author with whose doctor it was", async () => {
    const [me, colleague] = [await aPerson(), await aPerson()];
    const mine = await aDoctor(me, { representative_id: me.id });
    const shared = await aDoctor(me, { representative_id: null });
    const visits = [
      await aVisit(me, shared.id, { visit_date: "2025-05-08" }),
      await aVisit(colleague, mine.id, { visit_date: "2025-05-08" }),
      await aVisit(me, mine.id, { visit_date: "2025-05-08" }),
      await aVisit(me, shared.id, { visit_date: "2025-05-08" }),
    ];
    await app.database.pool.query("update visits set created_by = null where id = any($1)", [
      visits.slice(2).map(({ id }) => id),
    ]);
    const { rows } = await dayOf(me, "2025-05-08");
    const own = new Map(rows.flatMap((row) => row.visits.map((visit) => [visit.id, visit.own])));
    expect(visits.map(({ id }) => own.get(id))).toEqual([true, false, true, false]);
  });

  test("have added doctors at the end, each once, with what anybody recorded there that day", async () => {
    const [me, colleague] = [await aPerson(), await aPerson()];
    const [mine, theirs, free] = [await aDoctor(me), await aDoctor(colleague), await aDoctor(me)];
    await aVisit(me, mine.id, { visit_date: "2025-06-11", status: "scheduled" });
    const visit = await aVisit(colleague, theirs.id, { visit_date: "2025-06-11" });
    expect((await dayOf(me, "2025-06-11")).rows.map(({ doctor }) => doctor.id)).not.toContain(theirs.id);
    const { rows } = await dayOf(me, "2025-06-11", free.id, mine.id, theirs.id, anId());
    const byId = new Map(rows.map((row) => [row.doctor.id, row]));
    expect(rows).toHaveLength(byId.size);
    expect(byId.get(free.id)).toMatchObject({ planned: null, visits: [] });
    expect(byId.get(theirs.id)).toMatchObject({ visits: [{ id: visit.id }] });
  });
});

test("each row has what the doctor bought the last time up to that day", async () => {
  const me = await aPerson();
  const [doctor, other] = [await aDoctor(me), await aDoctor(me)];
  const [a, b] = [await aProduct(me, 100), await aProduct(me, 100)];
  const sold = (day: string, product: string, quantity: number, price: string, to = doctor.id) =>
    aVisit(me, to, { visit_date: day, items: [anItem(product, quantity, price)] });
  await sold("2025-06-02", a.id, 1, "9");
  await sold("2025-06-05", a.id, 6, "11.25");
  await sold("2025-06-04", b.id, 2, "20");
  await sold("2025-06-12", a.id, 9, "12");
  await sold("2025-06-06", b.id, 8, "8", other.id);
  const { rows } = await dayOf(me, "2025-06-11", doctor.id);
  expect(rows[0]?.usual.toSorted((x, y) => x.quantity - y.quantity)).toEqual([
    { product_id: b.id, quantity: 2, unit_price: "20.00" },
    { product_id: a.id, quantity: 6, unit_price: "11.25" },
  ]);
});

describe("the day", () => {
  test("is today if none is asked for, and never a later one", async () => {
    const me = await aPerson();
    expect(await me.call(catchUpRoutes.read, { query: {} })).toMatchObject({
      day: today,
      next: null,
    });
    const later = await me.send("/api/today/catch-up?day=2999-01-01");
    expect(later.status).toBe(400);
    expect(JSON.parse(later.text)).toMatchObject({
      code: "validation_failed",
      fields: { day: "Please choose today or an earlier day" },
    });
  });

  test.each(["day=tomorrow", "day=2025-02-30", "doctors=1", `doctors=${Array(61).fill(anId()).join(",")}`])(
    "%s is refused",
    async (query) => {
      expect((await app.send(`/api/today/catch-up?${query}`)).status).toBe(400);
    },
  );
});

describe("likely doctors", () => {
  // Doctors of other tests are shared, so that they may be likely too.
  const ownOf = async (me: Member, day: string, ...names: string[]) =>
    (await dayOf(me, day)).rows.filter(({ doctor }) => names.includes(doctor.name));
  const namesOf = (rows: CatchUpRow[]) => rows.map(({ doctor }) => doctor.name);

  test("are those whom the month's norm is about to miss, as of that day, those near the planned ones first", async () => {
    const me = await aPerson();
    const own = { representative_id: me.id, norm: 31 };
    const make = (name: string, city: string, more: object = {}) =>
      aDoctor(me, { name, address: `MG Road, ${city}`, ...own, ...more });
    const planned = await make("Dr. Planned", "Pune");
    await make("Dr. Far", "Nashik");
    await make("Dr. Near", "Pune");
    await make("Dr. No target", "Pune", { norm: 0 });
    const met = await make("Dr. Met", "Pune");
    await aVisit(me, planned.id, { visit_date: today, status: "scheduled" });
    const busy = await aPerson();
    await aVisit(busy, met.id, { visit_date: today });
    const all = ["Dr. Far", "Dr. Met", "Dr. Near", "Dr. No target", "Dr. Planned"];
    const rows = await ownOf(me, today, ...all);
    expect(namesOf(rows)).toEqual(["Dr. Planned", "Dr. Met", "Dr. Near", "Dr. Far"]);
    expect(rows.map(({ likely }) => likely?.state ?? null)).toEqual([null, null, "never", "never"]);
    expect(rows[2]?.likely).toMatchObject({ calls: 0, last_visit: null });
    // The doctors were added today: nobody could be missed before.
    expect(await ownOf(me, "2025-06-13", ...all)).toEqual([]);
  });

  test("are measured on an earlier day by the class and the norm that they had then", async () => {
    const me = await aPerson();
    const make = (name: string, doctor_class: "A" | null) =>
      aDoctor(me, { name, representative_id: me.id, norm: null, doctor_class });
    const was = await make("Dr. Was A", "A");
    const became = await make("Dr. Became A", null);
    const ids = [was.id, became.id];
    const { pool } = app.database;
    await pool.query("update doctors set created_at = '2025-01-01' where id = any ($1::uuid[])", [ids]);
    await pool.query("update doctors set doctor_class = null where id = $1", [was.id]);
    await pool.query("update doctors set doctor_class = 'A' where id = $1", [became.id]);
    await pool.query("update doctor_norms set until = '2025-06-14' where doctor_id = any ($1::uuid[])", [
      ids,
    ]);
    const rows = await ownOf(me, "2025-06-11", "Dr. Was A", "Dr. Became A");
    expect(rows).toMatchObject([
      { doctor: { name: "Dr. Was A" }, likely: { state: "never", norm: 4, calls: 0 } },
    ]);
  });

  test("stay where they are when they are asked for, and are not those who were skipped", async () => {
    const me = await aPerson();
    const own = { representative_id: me.id, norm: 31 };
    const [a, b] = [
      await aDoctor(me, { name: "Dr. Ann", ...own }),
      await aDoctor(me, { name: "Dr. Ben", ...own }),
    ];
    const { rows } = await dayOf(me, today, a.id);
    const mine = rows.filter(({ doctor }) => doctor.id === a.id || doctor.id === b.id);
    expect(namesOf(mine)).toEqual(["Dr. Ann", "Dr. Ben"]);
    expect(mine[0]?.likely).not.toBeNull();
    const skip = { day: today, reason: "on_leave" as const, note: null };
    await me.call(todayRoutes.skip, { params: { id: b.id }, body: skip });
    expect(namesOf(await ownOf(me, today, "Dr. Ann", "Dr. Ben"))).toEqual(["Dr. Ann"]);
  });
});

test("the field days beside a day leave out Sundays, holidays and one's own leave", async () => {
  const me = await aPerson();
  await me.call(coverageRoutes.addLeave, { body: { from: "2025-06-12", to: "2025-06-12" } });
  expect(await dayOf(me, "2025-06-13")).toMatchObject({ previous: "2025-06-11", next: "2025-06-14" });
  expect(await dayOf(me, "2025-06-09")).toMatchObject({ previous: "2025-06-07", next: "2025-06-10" });
});
