import { dayOf } from "@rounds/domain/calendar/calendar.ts";
import { repairsOf } from "../../web/src/waiting/repairs.ts";
import { expect, test } from "../kit/fixtures.ts";
import { type EnginePhone, newId, openEngine } from "./engine.ts";

test.use({ loadsAhead: true });

const today = dayOf(Date.now(), "Asia/Kolkata");

/** Records a visit on a phone. */
async function record({ phone }: EnginePhone, doctor_id: string, items: object[]) {
  const id = newId();
  const body = { id, doctor_id, visit_date: today, status: "completed", notes: "", items };
  await phone.save({ noun: "visits", op: "create", entity: id, body, base: null });
}

const line = (product_id: string, quantity = 1) => ({
  id: newId(),
  product_id,
  quantity,
  unit_price: "12.50",
});

const stateOf = ({ phone }: EnginePhone) => phone.state().outbox.map(({ state }) => state);

/** Carries out the first repair of each refused entry. */
async function repairAll({ phone, person }: EnginePhone) {
  for (const entry of phone.state().outbox) {
    const [repair] = repairsOf(entry, { base: phone.state().base, newId, person });
    if (repair?.does !== "replace") throw new Error(`No repair at once: ${repair?.label}`);
    await phone.replace(entry.key, repair.operations);
  }
}

test("a hundred phones sell one product with ten units: ten are sold, and no visit is lost", async ({
  product: { url, database },
  person,
  make,
}) => {
  test.setTimeout(240_000);
  const doctor = await make.doctor();
  const product = await make.product({ stock: 10 });
  const phones = await Promise.all(Array.from({ length: 100 }, () => openEngine(url, person)));
  for (const phone of phones) {
    phone.setOnline(false);
    await record(phone, doctor.id, [line(product.id)]);
  }
  for (const phone of phones) phone.setOnline(true);
  await Promise.all(phones.map(({ phone }) => phone.sync("online")));

  await expect
    .poll(() => phones.flatMap(stateOf).filter((state) => state === "needs_you").length, { timeout: 60_000 })
    .toBe(90);
  const refused = phones.filter((phone) => stateOf(phone).length > 0);
  expect(refused).toHaveLength(90);
  const { db } = database;
  const stock = async () =>
    (await db.selectFrom("products").select("current_stock").execute())[0]?.current_stock;
  expect(await stock()).toBe(0);
  // One tap each: "Send without the line".
  for (const phone of refused) await repairAll(phone);
  await expect.poll(() => phones.flatMap(stateOf), { timeout: 60_000 }).toEqual([]);
  expect(await db.selectFrom("visits").select("id").execute()).toHaveLength(100);
  expect(await db.selectFrom("sales").select("id").execute()).toHaveLength(10);
  expect(await stock()).toBe(0);
  for (const { phone } of phones) phone.close();
});

test("of 200 entries, five broken ones hold nothing up", async ({
  product: { url, database },
  person,
  make,
}) => {
  test.setTimeout(120_000);
  const doctor = await make.doctor();
  const product = await make.product({ stock: 5 });
  const engine = await openEngine(url, person);
  engine.setOnline(false);
  for (let n = 0; n < 200; n++) await record(engine, doctor.id, n % 40 === 0 ? [line(product.id, 6)] : []);
  engine.setOnline(true);
  const begun = Date.now();
  await engine.phone.sync("online");
  await expect.poll(() => stateOf(engine), { timeout: 30_000 }).toEqual(Array(5).fill("needs_you"));
  expect(Date.now() - begun).toBeLessThan(30_000);
  const { db } = database;
  expect(await db.selectFrom("visits").select("id").execute()).toHaveLength(195);
  await repairAll(engine);
  // The first takes what is left; the others are refused again, and need one more decision.
  await expect.poll(() => stateOf(engine), { timeout: 30_000 }).toEqual(Array(4).fill("needs_you"));
  await repairAll(engine);
  await expect.poll(() => stateOf(engine), { timeout: 30_000 }).toEqual([]);
  expect(await db.selectFrom("visits").select("id").execute()).toHaveLength(200);
  engine.phone.close();
});
