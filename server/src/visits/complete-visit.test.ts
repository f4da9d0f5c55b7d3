import { visitRoutes } from "@rounds/domain/visits/routes.ts";
import { maxItems, type SaleInput, type Visit } from "@rounds/domain/visits/visit.ts";
import { checkBooks } from "@rounds/testkit/books.ts";
import {
  aDoctor,
  anId,
  anItem,
  aProduct,
  aVisit,
  itemsOf,
  movementsOf,
  stockOf,
  visitEdit,
} from "@rounds/testkit/builders.ts";
import { type Member, requestOf } from "@rounds/testkit/caller.ts";
import { afterAll, afterEach, expect, test } from "vitest";
import { startApp } from "../testing/app.ts";

// Two servers on one database, and a colleague.
const app = await startApp();
const second = await startApp({ database: app.database, email: "ravi@example.com" });
const doctor_id = (await aDoctor(app)).id;
afterAll(async () => {
  await second.close();
  await app.close();
});
afterEach(async () => {
  expect(await checkBooks(app.database)).toEqual([]);
});

type Added = { visit_date?: string; notes?: string | null; items?: SaleInput[] };

/** Completes a plan under a key, and gives the status and the content of the answer. */
async function complete({ id }: Visit, added: Added = {}, key = anId(), by: Member = app.member) {
  const body = { visit_date: "2025-06-12", notes: null, items: [], ...added };
  const { path, headers, ...request } = requestOf(visitRoutes.complete, { params: { id }, body });
  const answer = await by.send(path, { ...request, headers: { ...headers, "idempotency-key": key } });
  return { status: answer.status, content: JSON.parse(answer.text) };
}
const plan = (changes: Parameters<typeof aVisit>[2] = {}) =>
  aVisit(app, doctor_id, { status: "scheduled", notes: "Bring samples", ...changes });
const read = ({ id }: Visit) => app.call(visitRoutes.read, { params: { id } });
const edit = (visit: Visit, changes: Parameters<typeof visitEdit>[1], by: Member = second.member) =>
  by.call(visitRoutes.update, { params: { id: visit.id }, body: visitEdit(visit, changes) });

test("completes a plan on its day, with its own notes and items and what is added, and moves the stock", async () => {
  const [own, more] = await Promise.all([aProduct(app, 10), aProduct(app, 10)]);
  const visit = await plan({ items: [anItem(own.id, 2)] });
  const added = { notes: "Took the leaflet", items: [anItem(more.id, 3)] };
  const { status, content } = await complete(visit, added);
  expect(status).toBe(201);
  expect(content).toMatchObject({
    ...{ id: visit.id, version: 2, status: "completed", visit_date: "2025-06-12" },
    notes: "Bring samples\nTook the leaflet",
  });
  expect(itemsOf(content)).toEqual([...itemsOf(visit), ...added.items]);
  expect(await read(visit)).toEqual(content);
  // The plan's own items are sold on the day on which it took place.
  const reversal = ["adjustment", 2, visit.visit_date, "visit_edit_reversal"];
  expect((await movementsOf(app, own.id)).slice(-2)).toEqual([reversal, ["sale", -2, "2025-06-12", "visit"]]);
  expect([await stockOf(app, own.id), await stockOf(app, more.id)]).toEqual([8, 7]);
});

test("completes it as somebody else left it", async () => {
  const visit = await plan();
  await edit(visit, { notes: "Bring the new leaflet" });
  const { content } = await complete(visit, { notes: "Seen" });
  expect(content).toMatchObject({ version: 3, notes: "Bring the new leaflet\nSeen" });
});

test("with its key again it gives the visit as it is now, and sells nothing twice", async () => {
  const { id } = await aProduct(app, 10);
  const [visit, key] = [await plan(), anId()];
  const added = { items: [anItem(id, 4)] };
  const first = await complete(visit, added, key);
  expect(await complete(visit, added, key)).toEqual(first);
  const edited = await edit(first.content, { notes: "Changed" });
  expect(await complete(visit, added, key)).toEqual({ status: 201, content: edited });
  expect(await stockOf(app, id)).toBe(6);
});

test("is refused for a visit that is no longer planned, also with the same notes, and says how it is", async () => {
  const visit = await plan();
  const done = await edit(visit, { status: "completed", notes: "Bring samples\nSeen" });
  expect(await complete(visit, { notes: "Seen" })).toMatchObject({
    status: 409,
    content: {
      code: "changed_meanwhile",
      details: { current: done, changed_by: "ravi@example.com" },
    },
  });
  await app.call(visitRoutes.delete, { params: { id: visit.id } });
  expect(await complete(visit)).toMatchObject({ status: 410, content: { code: "gone" } });
  expect(await complete({ ...visit, id: anId() })).toMatchObject({
    status: 404,
    content: { code: "not_found" },
  });
});

test("is refused without stock, with its line, and changes nothing", async () => {
  const { id } = await aProduct(app, 2);
  const visit = await plan();
  expect(await complete(visit, { items: [anItem(id, 3)] })).toMatchObject({
    status: 409,
    content: { code: "insufficient_stock", message: "Insufficient stock. Available: 2" },
  });
  expect(await read(visit)).toEqual(visit);
});

test("names what it refuses by its place among what was added, after the plan's own items", async () => {
  const [own, few, enough] = [await aProduct(app, 10), await aProduct(app, 2), await aProduct(app, 10)];
  const visit = await plan({ items: [anItem(own.id, 1)] });
  const tooMany = { items: [anItem(few.id, 3), anItem(enough.id, 1)] };
  expect((await complete(visit, tooMany)).content).toMatchObject({
    code: "insufficient_stock",
    message: "Insufficient stock. Available: 2",
    fields: { "items.0.quantity": "Insufficient stock. Available: 2" },
    details: { product_id: few.id, available: 2 },
  });
  const ofNothing = { items: [anItem(enough.id, 1), anItem(anId(), 1)] };
  expect((await complete(visit, ofNothing)).content).toMatchObject({
    code: "product_missing",
    fields: { "items.1.product_id": "A chosen product no longer exists." },
  });
  expect(await read(visit)).toEqual(visit);
});

test("plan and addition together keep to the limits of a visit", async () => {
  const { id } = await aProduct(app, 1000);
  const line = anItem(id);
  const visit = await plan({ notes: "x".repeat(4000), items: [line] });
  const tooLong = await complete(visit, { notes: "y".repeat(1000) });
  expect(tooLong).toMatchObject({ status: 400, content: { code: "validation_failed" } });
  expect(Object.keys(tooLong.content.fields)).toEqual(["notes"]);
  const many = await complete(visit, { items: Array.from({ length: maxItems }, () => anItem(id)) });
  expect(many.content.fields).toEqual({ items: `A visit has at most ${maxItems} items` });
  const twice = await complete(visit, { items: [line] });
  expect(twice.content.fields).toEqual({ items: "Two items have the same id" });
});

test("two devices that complete the same plan at the same instant record it once", async () => {
  const { id } = await aProduct(app, 1000);
  for (let n = 0; n < 20; n++) {
    const visit = await plan();
    const before = await stockOf(app, id);
    const added = () => ({ notes: "Seen", items: [anItem(id, 2)] });
    // The evening's form sends all that the visit holds, the quick one what it adds.
    const whole = async () => {
      const content = await edit(visit, { status: "completed", ...added() }).catch((error) => error);
      return { status: content.status === "completed" ? 201 : 409, content };
    };
    const answers = await Promise.all([
      complete(visit, added()),
      n % 2 === 0 ? whole() : complete(visit, added(), anId(), second.member),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect(answers.find(({ status }) => status === 409)?.content.code).toBe("changed_meanwhile");
    expect((await read(visit)).sales).toHaveLength(1);
    expect(await stockOf(app, id)).toBe(before - 2);
  }
});

test("the same operation from two pages at the same instant is done once, and both get the visit", async () => {
  const { id } = await aProduct(app, 1000);
  for (let n = 0; n < 10; n++) {
    const [visit, key] = [await plan(), anId()];
    const added = { items: [anItem(id, 2)] };
    const [one, other] = await Promise.all([complete(visit, added, key), complete(visit, added, key)]);
    expect(other).toEqual(one);
    expect(one).toMatchObject({ status: 201, content: { version: 2 } });
  }
  expect(await stockOf(app, id)).toBe(980);
});

test("with the deletion of its doctor at the same instant, one of both is first and nothing deadlocks", async () => {
  for (let n = 0; n < 10; n++) {
    const doctor = await aDoctor(app);
    const visit = await aVisit(app, doctor.id, { status: "scheduled" });
    const remove = second.member.send(`/api/doctors/${doctor.id}`, { method: "DELETE" });
    const [completed, deleted] = await Promise.all([complete(visit), remove]);
    expect([201, 410]).toContain(completed.status);
    expect([200, 403]).toContain(deleted.status);
  }
});

test("makes the person who completes a plan of nobody its author, also by an edit; a colleague's stays the colleague's", async () => {
  const [completed, written, cancelled, theirs] = [await plan(), await plan(), await plan(), await plan()];
  const without = [completed, written, cancelled].map(({ id }) => id);
  await app.database.pool.query("update visits set created_by = null where id = any($1)", [without]);
  const by = second.member;
  expect((await complete(completed, {}, anId(), by)).content.created_by).toBe(by.id);
  expect((await complete(theirs, {}, anId(), by)).content.created_by).toBe(app.id);
  const product = await aProduct(app, 10);
  const items = [anItem(product.id, 2)];
  expect((await edit(written, { status: "completed", items })).created_by).toBe(by.id);
  expect((await edit(cancelled, { status: "cancelled" })).created_by).toBeNull();
  // Once it has none after it took place, nobody becomes its author by correcting it.
  await app.database.pool.query("update visits set created_by = null where id = $1", [completed.id]);
  expect((await edit(await read(completed), { notes: "Corrected" })).created_by).toBeNull();
});
