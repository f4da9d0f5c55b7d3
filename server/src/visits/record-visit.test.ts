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
  visitBody,
  visitEdit,
} from "@rounds/testkit/builders.ts";
import { afterAll, describe, expect, test } from "vitest";
import { startApp } from "../testing/app.ts";

const app = await startApp();
const doctor_id = (await aDoctor(app, { name: "Dr. Rao" })).id;
afterAll(() => app.close());

const read = (id: string) => app.call(visitRoutes.read, { params: { id } });
const record = (body: ReturnType<typeof visitBody>) => app.call(visitRoutes.create, { body });
const visitCount = async () => (await app.call(visitRoutes.list, {})).unfiltered;
const purchase = (units: number) => ["purchase", units, "2025-06-15", "manual_adjustment"];

describe("recording a visit", () => {
  test("stores it with doctor, sales in the order entered and their total", async () => {
    const [a, b] = [
      await aProduct(app, 50, { name: "Zinc", category: "Supplements" }),
      await aProduct(app, 50, { name: "Aspirin", category: null }),
    ];
    const items = [anItem(a.id, 3, "33.33"), anItem(b.id, 1, "0.1"), anItem(a.id, 2, "10")];
    const visit = await aVisit(app, doctor_id, { notes: " Follow up ", items });
    expect(visit).toEqual({
      id: visit.id,
      doctor_id,
      visit_date: "2025-06-10",
      status: "completed",
      notes: "Follow up",
      moves_stock: true,
      version: 1,
      created_at: visit.created_at,
      updated_at: visit.created_at,
      created_by: app.id,
      updated_by: app.id,
      doctor: {
        id: doctor_id,
        name: "Dr. Rao",
        specialization: "Cardiology",
        hospital: "Sahyadri Hospital",
        doctor_type: "prescriber",
        doctor_class: "A",
        representative_id: null,
      },
      total_sales: "120.09",
      recorded_by: app.email,
      sales: [
        {
          ...items[0],
          unit_price: "33.33",
          total_amount: "99.99",
          product: { name: "Zinc", category: "Supplements" },
        },
        {
          ...items[1],
          unit_price: "0.10",
          total_amount: "0.10",
          product: { name: "Aspirin", category: null },
        },
        {
          ...items[2],
          unit_price: "10.00",
          total_amount: "20.00",
          product: { name: "Zinc", category: "Supplements" },
        },
      ].map((sale) => ({ ...sale, visit_id: visit.id, created_at: visit.created_at })),
    });
    expect(await read(visit.id)).toEqual(visit);
    expect([await stockOf(app, a.id), await stockOf(app, b.id)]).toEqual([45, 49]);
  });

  test("says to everybody who recorded it: by name, else by address or number, until the account is deleted", async () => {
    const ravi = await app.signUp("ravi@example.com");
    const { id } = await aVisit(ravi, doctor_id);
    const set = (fields: string) =>
      app.database.pool.query(`update auth.users set ${fields} where id = $1`, [ravi.id]);
    expect((await read(id)).recorded_by).toBe("ravi@example.com");
    await set(`user_metadata = '{"full_name": " Ravi Rao "}'`);
    const named = await aVisit(ravi, doctor_id);
    expect([named.recorded_by, (await read(id)).recorded_by]).toEqual(["Ravi Rao", "Ravi Rao"]);
    expect(await read(named.id)).not.toHaveProperty("changed_by");
    // An edit by somebody else does not change who recorded it, and says who changed it last.
    const edited = await app.call(visitRoutes.update, { params: named, body: visitEdit(named) });
    expect([edited.recorded_by, edited.updated_by]).toEqual(["Ravi Rao", app.id]);
    expect(edited.changed_by).toBe(app.email);
    await set("user_metadata = '{}', email = null, phone = '919876543210'");
    expect((await read(id)).recorded_by).toBe("+919876543210");
    await app.call(teamRoutes.delete, { params: { id: ravi.id } });
    expect((await read(id)).recorded_by).toBeNull();
  });

  test.each(["completed", "scheduled", "cancelled"] as const)("moves stock when it is %s", async (status) => {
    const { id } = await aProduct(app, 5);
    const visit = await aVisit(app, doctor_id, { status, items: [anItem(id, 2)] });
    expect(visit.status).toBe(status);
    expect(await stockOf(app, id)).toBe(3);
  });

  test("without items moves nothing and totals 0.00", async () => {
    const visit = await aVisit(app, doctor_id, { notes: null });
    expect(visit).toMatchObject({ sales: [], total_sales: "0.00", notes: null });
  });

  test.each([
    ["a past visit", "2024-02-29", "2024-02-29"],
    ["yesterday's visit", "2025-06-14", "2025-06-14"],
    ["today's visit", "2025-06-15", "2025-06-15"],
    ["tomorrow's visit", "2025-06-16", "2025-06-15"],
    ["a visit far ahead", "2030-01-01", "2025-06-15"],
  ])("%s on %s moves stock on %s", async (_, visit_date, day) => {
    const { id } = await aProduct(app, 5);
    await aVisit(app, doctor_id, { visit_date, items: [anItem(id, 2)] });
    expect(await movementsOf(app, id)).toEqual([purchase(5), ["sale", -2, day, "visit"]]);
  });

  test("a very large total is still exact", async () => {
    const { id } = await aProduct(app, 1_000_000);
    for (let n = 1; n < 200; n++) {
      await app.database.pool.query(
        `insert into stock_transactions (id, product_id, transaction_type, quantity, transaction_date)
         values (gen_random_uuid(), $1, 'purchase', 1000000, '2025-06-15')`,
        [id],
      );
    }
    const items = Array.from({ length: 200 }, () => anItem(id, 1_000_000, "9999999999.99"));
    const visit = await aVisit(app, doctor_id, { items });
    expect(visit.total_sales).toBe("1999999999998000000.00");
    const { rows } = await app.call(visitRoutes.ofDoctor, { params: { id: doctor_id } });
    expect(rows.find((row) => row.id === visit.id)).toMatchObject({
      item_count: 200,
      total_sales: "1999999999998000000.00",
    });
    await app.call(visitRoutes.delete, { params: { id: visit.id } });
  });
});

describe("a refused visit changes nothing", () => {
  test("if there is too little stock", async () => {
    const product = await aProduct(app, 3, { name: "Rare" });
    const body = visitBody(doctor_id, { items: [anItem(product.id, 4)] });
    await expect(record(body)).rejects.toMatchObject({
      status: 409,
      code: "insufficient_stock",
      message: "Insufficient stock. Available: 3",
      fields: { "items.0.quantity": "Insufficient stock. Available: 3" },
      details: { product_id: product.id, product_name: "Rare", available: 3, in_all: 3 },
    });
    await expect(read(body.id)).rejects.toMatchObject({ code: "not_found" });
    expect(await movementsOf(app, product.id)).toEqual([purchase(3)]);
  });

  test("if its lines together ask for too much of one product", async () => {
    const [a, b] = [await aProduct(app, 5), await aProduct(app, 5)];
    const items = [anItem(a.id, 3), anItem(b.id, 5), anItem(a.id, 3)];
    await expect(record(visitBody(doctor_id, { items }))).rejects.toMatchObject({
      message: "Insufficient stock. Available: 2",
      fields: { "items.2.quantity": "Insufficient stock. Available: 2" },
      details: { product_id: a.id, available: 2, in_all: 5 },
    });
    expect([await stockOf(app, a.id), await stockOf(app, b.id)]).toEqual([5, 5]);
  });

  test("if doctor or product do not exist", async () => {
    const before = await visitCount();
    const { id } = await aProduct(app, 5);
    await expect(record(visitBody(anId()))).rejects.toMatchObject({
      status: 409,
      code: "doctor_missing",
      fields: { doctor_id: "This doctor no longer exists." },
    });
    const items = [anItem(id, 1), anItem(anId(), 1)];
    await expect(record(visitBody(doctor_id, { items }))).rejects.toMatchObject({
      status: 409,
      code: "product_missing",
      fields: { "items.1.product_id": "A chosen product no longer exists." },
    });
    expect(await visitCount()).toBe(before);
    expect(await stockOf(app, id)).toBe(5);
  });

  test("if a line's id belongs to another visit", async () => {
    const { id } = await aProduct(app, 5);
    const theirs = await aVisit(app, doctor_id, { items: [anItem(id, 1)] });
    const items = [{ ...anItem(id, 1), id: theirs.sales[0]?.id ?? "" }];
    await expect(record(visitBody(doctor_id, { items }))).rejects.toMatchObject({
      status: 409,
      code: "id_taken",
    });
    expect(await read(theirs.id)).toEqual(theirs);
    expect(await stockOf(app, id)).toBe(4);
  });

  test("if fields are wrong, and names each", async () => {
    const items = [anItem(anId(), 0), { ...anItem(anId()), unit_price: "0" }];
    const body = visitBody("", { visit_date: "2025-02-30", items });
    await expect(record(body)).rejects.toMatchObject({
      status: 400,
      code: "validation_failed",
      fields: {
        doctor_id: "Please select a doctor",
        visit_date: "Please enter a date",
        "items.0.quantity": "Please enter at least 1",
        "items.1.unit_price": "The unit price must be more than 0",
      },
    });
  });
});

describe("recording the same visit again", () => {
  test("gives the first answer and moves no more stock", async () => {
    const { id } = await aProduct(app, 10);
    const body = visitBody(doctor_id, { items: [anItem(id, 4, "5")] });
    const first = await record(body);
    expect(await record(body)).toEqual(first);
    expect(
      await record({
        ...body,
        id: body.id.toUpperCase(),
        items: body.items.map((item) => ({ ...item, unit_price: "5.00" })),
      }),
    ).toEqual(first);
    expect(await stockOf(app, id)).toBe(6);
  });

  test("twenty times at once creates one visit", async () => {
    const { id } = await aProduct(app, 10);
    const body = visitBody(doctor_id, { items: [anItem(id, 4)] });
    const before = await visitCount();
    const answers = await Promise.all(Array.from({ length: 20 }, () => record(body)));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(await visitCount()).toBe(before + 1);
    expect(await movementsOf(app, id)).toEqual([purchase(10), ["sale", -4, "2025-06-10", "visit"]]);
  });

  test("works although the stock it took is gone", async () => {
    const { id } = await aProduct(app, 4);
    const body = visitBody(doctor_id, { items: [anItem(id, 4)] });
    const first = await record(body);
    expect(await record(body)).toEqual(first);
  });

  test("works on the next day too", async () => {
    const { id } = await aProduct(app, 4);
    const body = visitBody(doctor_id, { visit_date: "2025-07-01", items: [anItem(id, 4)] });
    const first = await record(body);
    app.setClock("2025-06-15T18:40:00Z");
    const next = await app.signIn("asha@example.com");
    expect(await next.call(visitRoutes.create, { body })).toEqual(first);
    app.setClock("2025-06-15T10:00:00Z");
  });

  test("with other content is refused", async () => {
    const { id } = await aProduct(app, 10);
    const body = visitBody(doctor_id, { items: [anItem(id, 4)] });
    const first = await record(body);
    for (const changes of [{ notes: "Other" }, { items: [] }, { visit_date: "2025-06-11" }]) {
      await expect(record({ ...body, ...changes })).rejects.toMatchObject({ status: 409, code: "id_taken" });
    }
    expect(await read(body.id)).toEqual(first);
    expect(await stockOf(app, id)).toBe(6);
  });
});

describe("today is the business's day", () => {
  test.each([
    ["2025-01-04T18:40:00Z", "2025-01-05", "00:10 in Kolkata, still the day before in UTC"],
    ["2025-01-04T18:29:59Z", "2025-01-04", "23:59:59 in Kolkata"],
    ["2025-01-04T23:50:00Z", "2025-01-05", "23:50 in UTC"],
  ])("at %s stock moves on %s", async (moment, today) => {
    const late = await startApp({ now: moment });
    const { id } = await aProduct(late, 5);
    const doctor = await aDoctor(late);
    await aVisit(late, doctor.id, { visit_date: "2025-02-01", items: [anItem(id, 2)] });
    expect(await movementsOf(late, id)).toEqual([
      ["purchase", 5, today, "manual_adjustment"],
      ["sale", -2, today, "visit"],
    ]);
    await late.close();
  });
});
