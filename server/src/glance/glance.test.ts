import { doctorRoutes } from "@rounds/domain/doctors/routes.ts";
import { maxGlanceProducts, maxGlanceScheduled } from "@rounds/domain/glance/glance-limits.ts";
import { glanceRoutes } from "@rounds/domain/glance/routes.ts";
import { visitRoutes } from "@rounds/domain/visits/routes.ts";
import { aDoctor, anId, anItem, aProduct, aVisit, visitEdit } from "@rounds/testkit/builders.ts";
import pg from "pg";
import { afterAll, describe, expect, test, vi } from "vitest";
import { startApp, testMoment } from "../testing/app.ts";

const today = testMoment.slice(0, 10);

const app = await startApp();
afterAll(() => app.close());

const glanceAt = (id: string) => app.call(glanceRoutes.read, { params: { id } });

test("a doctor who was never visited has a name, and nothing else", async () => {
  const { id, name, specialization, hospital, doctor_class, doctor_type, address, representative_id } =
    await aDoctor(app);
  expect(await glanceAt(id)).toEqual({
    doctor: { id, name, specialization, hospital, doctor_class, doctor_type, address, representative_id },
    last_visit: null,
    // Added today, June 15: A's four calls, of 13 field days that are left of 25.
    month: {
      norm: 3,
      class_norm: 4,
      calls: 0,
      scheduled: 0,
      last_call: null,
      see_by: "2025-06-18",
      lost: 0,
      state: "never",
    },
    scheduled: [],
    amount: "0.00",
    amount_before: "0.00",
    bought: [],
    products: 0,
  });
});

test("nobody is looked at who is not there", async () => {
  await expect(glanceAt(anId())).rejects.toMatchObject({ code: "not_found" });
});

describe("the last visit", () => {
  test("is the newest up to today that is not scheduled, with who recorded it", async () => {
    const { id } = await aDoctor(app);
    const product = await aProduct(app, 100);
    await aVisit(app, id, { visit_date: "2025-06-12", notes: "Earlier" });
    const last = await aVisit(app, id, {
      visit_date: "2025-06-13",
      notes: "Wants samples",
      items: [anItem(product.id, 2, "10.50"), anItem(product.id, 1, "10.00")],
    });
    await aVisit(app, id, { visit_date: "2025-06-14", status: "scheduled" });
    await aVisit(app, id, { visit_date: "2025-06-16" });
    expect((await glanceAt(id)).last_visit).toEqual({
      id: last.id,
      visit_date: "2025-06-13",
      status: "completed",
      notes: "Wants samples",
      total_sales: "31.00",
      item_count: 2,
      who: "asha@example.com",
    });
  });

  test("names the person by the name of the account, and nobody who is gone", async () => {
    const { id } = await aDoctor(app);
    const colleague = await app.signUp("named@rounds.example");
    await aVisit(colleague, id, { visit_date: today });
    const rename = `update auth.users set user_metadata = '{"full_name": " Ravi Rao "}' where email = $1`;
    await app.database.pool.query(rename, ["named@rounds.example"]);
    expect((await glanceAt(id)).last_visit?.who).toBe("Ravi Rao");
    await app.database.pool.query("update auth.users set deleted_at = now() where email = $1", [
      "named@rounds.example",
    ]);
    expect((await glanceAt(id)).last_visit?.who).toBeNull();
  });
});

test("open visits are those up to today, the newest first, and then those ahead, the next one first", async () => {
  const { id } = await aDoctor(app);
  const days = ["2025-06-01", "2025-06-10", today, "2025-06-16", "2025-06-20"];
  for (const visit_date of days.toReversed()) await aVisit(app, id, { visit_date, status: "scheduled" });
  await aVisit(app, id, { visit_date: "2025-06-11", status: "cancelled" });
  await aVisit(app, id, { visit_date: "2025-06-17", status: "completed" });
  const dayOf = ({ visit_date }: { visit_date: string }) => visit_date;
  expect((await glanceAt(id)).scheduled.map(dayOf)).toEqual([
    today,
    "2025-06-10",
    "2025-06-01",
    "2025-06-16",
    "2025-06-20",
  ]);
  for (let n = 0; n < 8; n++) {
    await aVisit(app, id, { visit_date: `2025-05-1${n}`, status: "scheduled" });
    await aVisit(app, id, { visit_date: `2025-07-1${n}`, status: "scheduled" });
  }
  const { scheduled } = await glanceAt(id);
  expect(scheduled).toHaveLength(2 * maxGlanceScheduled);
  expect(scheduled.map(dayOf).slice(3, 6)).toEqual(["2025-05-17", "2025-05-16", "2025-06-16"]);
});

test("the month counts calls up to today and planned days, against the norm and the person's leave", async () => {
  const { id } = await aDoctor(app, { doctor_class: "A" });
  await app.database.pool.query("update doctors set created_at = '2025-01-01' where id = $1", [id]);
  for (const visit_date of ["2025-05-31", "2025-06-02", "2025-06-02", "2025-06-09", "2025-06-20"]) {
    await aVisit(app, id, { visit_date });
  }
  await aVisit(app, id, { visit_date: "2025-06-25", status: "scheduled" });
  await aVisit(app, id, { visit_date: "2025-07-01", status: "scheduled" });
  const month = { norm: 4, class_norm: 4, calls: 2, scheduled: 1, last_call: "2025-06-09" };
  expect((await glanceAt(id)).month).toEqual({ ...month, see_by: "2025-06-30", lost: 0, state: null });
  const leave =
    "insert into leave_days (user_id, day) select $1, generate_series('2025-06-18'::date, '2025-06-30', '1 day')";
  await app.database.pool.query(leave, [app.id]);
  expect((await glanceAt(id)).month).toEqual({ ...month, see_by: "2025-06-17", lost: 0, state: "planned" });
  await app.database.pool.query("delete from leave_days");
  // From today on: 4 calls a month on 11 of 25 field days.
  await app.database.pool.query("update doctors set norm = 0 where id = $1", [id]);
  expect((await glanceAt(id)).month).toEqual({ ...month, norm: 2, see_by: null, lost: 0, state: null });
});

describe("what the doctor bought", () => {
  test("is listed by product: six months with their units, six before, the last line, and the stock", async () => {
    const doctor = await aDoctor(app);
    const product = await aProduct(app, 1000, { name: "Azee 250", price: "110.00" });
    const other = await aProduct(app, 1000, { name: "Old friend" });
    const sold = (visit_date: string, product_id: string, quantity: number, price: string) =>
      aVisit(app, doctor.id, { visit_date, items: [anItem(product_id, quantity, price)] });
    await sold("2025-06-15", product.id, 4, "100.00");
    await sold("2025-05-16", product.id, 3, "101.00");
    await sold("2025-05-15", product.id, 2, "102.00");
    await sold("2024-12-16", product.id, 1, "103.00");
    // The last day of the six months before, their first day, and the day before that.
    await sold("2024-12-15", product.id, 20, "104.00");
    await sold("2024-06-16", other.id, 7, "50.00");
    await sold("2024-06-15", other.id, 1000 - 7, "50.00");
    await sold("2024-06-16", product.id, 5, "104.00");
    const of = await aDoctor(app);
    await aVisit(app, of.id, { visit_date: today, items: [anItem(product.id, 9, "1.00")] });

    const { bought, products, amount, amount_before } = await glanceAt(doctor.id);
    expect({ products, amount, amount_before }).toEqual({
      products: 2,
      amount: "1010.00",
      amount_before: "2950.00",
    });
    expect(bought).toEqual([
      {
        product_id: product.id,
        name: "Azee 250",
        price: "110.00",
        current_stock: 1000 - 4 - 3 - 2 - 1 - 20 - 5 - 9,
        units: 10,
        amount: "1010.00",
        units_before: 25,
        months: [1, 0, 0, 0, 2, 7],
        last_day: "2025-06-15",
        last_quantity: 4,
        last_unit_price: "100.00",
      },
      {
        product_id: other.id,
        name: "Old friend",
        price: other.price,
        current_stock: 0,
        units: 0,
        amount: "0.00",
        units_before: 7,
        months: [0, 0, 0, 0, 0, 0],
        last_day: "2024-06-16",
        last_quantity: 7,
        last_unit_price: "50.00",
      },
    ]);
  });

  test("follows an edited and a deleted visit", async () => {
    const doctor = await aDoctor(app);
    const product = await aProduct(app, 10);
    const visit = await aVisit(app, doctor.id, { visit_date: today, items: [anItem(product.id, 3, "5.00")] });
    const items = [anItem(product.id, 8, "4.00")];
    await app.call(visitRoutes.update, { params: { id: visit.id }, body: visitEdit(visit, { items }) });
    const [edited] = (await glanceAt(doctor.id)).bought;
    expect(edited).toMatchObject({ units: 8, amount: "32.00", current_stock: 2, last_unit_price: "4.00" });
    await app.call(visitRoutes.delete, { params: { id: visit.id } });
    expect(await glanceAt(doctor.id)).toMatchObject({ bought: [], last_visit: null, products: 0 });
  });

  test(`is at most ${maxGlanceProducts} products, with the sums of all`, async () => {
    const doctor = await aDoctor(app);
    const items = [];
    for (let n = 1; n <= maxGlanceProducts + 2; n++) {
      items.push(anItem((await aProduct(app, 1)).id, 1, `${n}.00`));
    }
    await aVisit(app, doctor.id, { visit_date: today, items });
    const { bought, products, amount } = await glanceAt(doctor.id);
    expect(bought).toHaveLength(maxGlanceProducts);
    // As many statements as for somebody who never bought anything.
    const unknown = await aDoctor(app);
    const countFor = async (id: string) => {
      const sent = vi.spyOn(pg.Client.prototype, "query");
      await glanceAt(id);
      const { length } = sent.mock.calls;
      sent.mockRestore();
      return length;
    };
    const statements = await countFor(unknown.id);
    expect(statements).toBeGreaterThan(5);
    expect(await countFor(doctor.id)).toBe(statements);
    expect([bought.at(0)?.amount, bought.at(-1)?.amount]).toEqual(["52.00", "3.00"]);
    expect({ products, amount }).toEqual({ products: 52, amount: "1378.00" });
  });
});

test("a doctor who is deleted has no glance any more", async () => {
  const { id } = await aDoctor(app);
  await app.call(doctorRoutes.delete, { params: { id } });
  await expect(glanceAt(id)).rejects.toMatchObject({ code: "not_found" });
});
