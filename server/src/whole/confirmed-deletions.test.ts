import { doctorRoutes } from "@rounds/domain/doctors/routes.ts";
import { productRoutes } from "@rounds/domain/products/routes.ts";
import { stockRoutes } from "@rounds/domain/stock/routes.ts";
import { teamRoutes } from "@rounds/domain/team/routes.ts";
import { viewRoutes } from "@rounds/domain/views/routes.ts";
import { visitRoutes } from "@rounds/domain/visits/routes.ts";
import {
  aDoctor,
  anId,
  anItem,
  aProduct,
  aVisit,
  doctorBody,
  productBody,
  stockOf,
} from "@rounds/testkit/builders.ts";
import { requestOf } from "@rounds/testkit/caller.ts";
import { afterAll, expect, test } from "vitest";
import { startApp } from "../testing/app.ts";

const app = await startApp();
const ravi = await app.signUp("ravi@example.com");
afterAll(() => app.close());

const changed = (current: object, changed_by: string | null) => ({
  status: 409,
  code: "changed_meanwhile",
  details: { current, changed_by },
});

test("a visit that a colleague edited meanwhile stays, and the refusal tells what would be deleted now", async () => {
  const { id: doctor_id, name } = await aDoctor(app);
  const { id: product_id } = await aProduct(app, 60);
  const { id, visit_date, status, sales } = await aVisit(app, doctor_id, { items: [anItem(product_id, 1)] });
  const params = { id };
  const confirmed = await app.call(visitRoutes.deletionEffect, { params });
  expect(confirmed).toMatchObject({ version: 1, units_returned: 1 });
  const items = sales.map(({ id, unit_price }) => ({ id, product_id, unit_price, quantity: 50 }));
  const body = { version: 1, doctor_id, visit_date, status, notes: null, items };
  await ravi.call(visitRoutes.update, { params, body });

  const now = { doctor_name: name, visit_date, sales: 1, units_returned: 50, version: 2 };
  const deletion = app.call(visitRoutes.delete, { params, query: { version: confirmed.version } });
  await expect(deletion).rejects.toMatchObject(changed(now, "ravi@example.com"));
  expect(await stockOf(app, product_id)).toBe(10);
  expect(await app.call(visitRoutes.delete, { params, query: { version: 2 } })).toMatchObject({
    units_returned: 50,
  });
  expect(await stockOf(app, product_id)).toBe(60);
});

test("a doctor for whom a colleague recorded a visit meanwhile stays, also if nobody edited the doctor", async () => {
  const { id } = await aDoctor(app);
  const product = await aProduct(app, 10);
  const params = { id };
  const confirmed = await app.call(doctorRoutes.deletionEffect, { params });
  expect(confirmed).toEqual({ visits: 0, sales: 0, units_returned: 0, version: 1 });
  await aVisit({ ...app, call: ravi.call }, id, { items: [anItem(product.id, 4)] });
  const now = { visits: 1, sales: 1, units_returned: 4, version: 1 };
  const deletion = app.call(doctorRoutes.delete, { params, query: confirmed });
  await expect(deletion).rejects.toMatchObject(changed(now, null));
  expect(await stockOf(app, product.id)).toBe(6);

  const { id: _, ...body } = doctorBody({ name: "Dr. Renamed" });
  await ravi.call(doctorRoutes.update, { params, body: { ...body, version: 1 } });
  const renamed = app.call(doctorRoutes.delete, { params, query: now });
  await expect(renamed).rejects.toMatchObject(changed({ ...now, version: 2 }, "ravi@example.com"));
  const { version: _v, ...effect } = now;
  expect(await app.call(doctorRoutes.delete, { params, query: { ...now, version: 2 } })).toEqual(effect);
  expect(await stockOf(app, product.id)).toBe(10);
});

test("a product that a colleague stocked or edited meanwhile stays", async () => {
  const { id } = await aProduct(app);
  const params = { id };
  const confirmed = await app.call(productRoutes.deletionEffect, { params });
  expect(confirmed).toEqual({ sales: 0, stock_transactions: 0, version: 1 });
  await ravi.call(stockRoutes.add, { params, body: { id: anId(), quantity: 5, notes: null } });
  const stocked = { sales: 0, stock_transactions: 1, version: 1 };
  const deletion = app.call(productRoutes.delete, { params, query: confirmed });
  await expect(deletion).rejects.toMatchObject(changed(stocked, null));
  const { id: _, ...body } = productBody({ name: "Renamed" });
  await ravi.call(productRoutes.update, { params, body: { ...body, version: 1 } });
  const renamed = app.call(productRoutes.delete, { params, query: stocked });
  await expect(renamed).rejects.toMatchObject(changed({ ...stocked, version: 2 }, "ravi@example.com"));
  expect(await app.call(productRoutes.delete, { params, query: { ...stocked, version: 2 } })).toEqual({
    sales: 0,
    stock_transactions: 1,
  });
});

test("an account whose owner was given doctors meanwhile stays, and the refusal tells how many there are now", async () => {
  const leela = await app.signUp("leela@example.com");
  await aDoctor(app, { representative_id: leela.id });
  const params = { id: leela.id };
  const confirmed = await app.call(teamRoutes.deletionEffect, { params });
  expect(confirmed).toEqual({ doctors: 0, products: 0, visits: 0, own_doctors: 1 });
  const { id } = await aDoctor(app, { representative_id: leela.id });
  const now = { ...confirmed, own_doctors: 2 };
  const deletion = app.call(teamRoutes.delete, { params, query: confirmed });
  await expect(deletion).rejects.toMatchObject(changed(now, null));
  expect(await app.call(doctorRoutes.read, { params: { id } })).toMatchObject({
    representative_id: leela.id,
  });
  expect(await app.call(teamRoutes.delete, { params, query: now })).toEqual(now);
  expect(await app.call(doctorRoutes.read, { params: { id } })).toMatchObject({ representative_id: null });
});

test("a view that another administrator changed meanwhile stays", async () => {
  const body = {
    list: "doctors",
    name: "Pune",
    shared: true,
    filters: { city: "Pune" },
    columns: null,
  } as const;
  const view = await app.call(viewRoutes.create, { body: { id: anId(), ...body } });
  const params = { id: view.id };
  const renamed = await app.call(viewRoutes.update, { params, body: { ...body, name: "Poona", version: 1 } });
  const deletion = app.call(viewRoutes.delete, { params, query: { version: view.version } });
  await expect(deletion).rejects.toMatchObject(changed(renamed, null));
  expect(await app.call(viewRoutes.delete, { params, query: { version: 2 } })).toEqual(renamed);
});

test("a repeated deletion gives its first answer, whatever it confirms", async () => {
  const { id } = await aDoctor(app);
  const headers = { "idempotency-key": anId() };
  const remove = (visits: number) => {
    const { path, ...request } = requestOf(doctorRoutes.delete, {
      params: { id },
      query: { version: 1, visits },
    });
    return app.member.send(path, { ...request, headers: { ...request.headers, ...headers } });
  };
  const first = await remove(0);
  expect(first.status).toBe(200);
  const again = await remove(7);
  expect([again.status, again.text]).toEqual([200, first.text]);
});

test("a deletion by a client that asks nobody is done as before, and nonsense is refused at its field", async () => {
  const { id } = await aDoctor(app);
  const query = { version: 0 };
  await expect(app.call(doctorRoutes.delete, { params: { id }, query })).rejects.toMatchObject({
    code: "validation_failed",
    fields: { version: expect.any(String) },
  });
  expect(await app.call(doctorRoutes.delete, { params: { id } })).toMatchObject({ visits: 0 });
});
