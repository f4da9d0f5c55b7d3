import { uuidV7 } from "@rounds/domain/records/uuid-v7.ts";
import type { SyncAnswer } from "@rounds/domain/sync/sync.ts";
import { expect, test } from "vitest";
import type { Entry, Operation } from "../../phone/entry.ts";
import { type Answer, type Kept, type Ports, StoreError } from "../../phone/ports.ts";
import { memoryStore } from "../testing/memory-store.ts";
import { entryOf } from "./outbox.ts";
import { createPhone } from "./phone.ts";
import { rowsShape } from "./pull.ts";

const me = "00000000-0000-7000-8000-00000000000a";
const doctor = "00000000-0000-7000-8000-000000000001";
const visit = "00000000-0000-7000-8000-000000000002";

const nothing: SyncAnswer = {
  cursor: "1",
  reset: false,
  today: "2026-11-23",
  server_time: "2026-11-23T00:00:00.000Z",
  scope: { doctors: "all", visits_since: "2026-08-25", is_cut: false },
  ...{ doctors: empty(), products: empty(), visits: empty() },
  deleted: [],
};

/** Of a phone that has synced. */
const meta = {
  ...{ cursor: nothing.cursor, scope: nothing.scope, today: nothing.today },
  ...{ shape: rowsShape, synced_at: 0, clock_offset: 0 },
};

function empty() {
  return { rows: [], count: 0, digest: null, more: null };
}

/** A phone over a store in memory; `answer` is the server. */
async function phoneWith(answer: (entry: Entry) => Answer<unknown>, store = memoryStore()) {
  let ids = 100;
  let now = 1_000_000;
  let hear = () => {};
  let notified = 0;
  const sent: Entry[] = [];
  const timers = new Set<{ at: number; work: () => void }>();
  const ports: Ports = {
    user_id: me,
    app_version: "1",
    store,
    network: {
      mayReach: async () => true,
      send: (entry) => {
        sent.push(entry);
        return Promise.resolve(answer(entry));
      },
      pull: () => {
        const { doctors, products, visits } = store.kept().base;
        const count = (rows: readonly unknown[]) => ({ ...empty(), count: rows.length });
        const counts = { doctors: count(doctors), products: count(products), visits: count(visits) };
        return Promise.resolve({ status: 200, body: { ...nothing, ...counts } });
      },
      ids: () => Promise.resolve("none"),
      rows: () => Promise.resolve("none"),
    },
    clock: {
      now: () => now,
      after: (wait, work) => {
        const timer = { at: now + wait, work };
        timers.add(timer);
        return () => timers.delete(timer);
      },
    },
    random: () => 0,
    newId: () => uuidV7(ids++, new Uint8Array(10)),
    alone: (_, work) => work(),
    tabs: {
      tell: () => void notified++,
      hear(listener) {
        hear = listener;
        return () => {};
      },
    },
  };
  const phone = await createPhone(ports);
  return {
    phone,
    sent,
    store,
    /** How often the other tabs were notified of a change. */
    notified: () => notified,
    /** Another tab has changed the store. */
    hear: () => hear(),
    /** Lets this many milliseconds pass. */
    pass: async (milliseconds: number) => {
      now += milliseconds;
      for (const timer of [...timers].filter(({ at }) => at <= now)) {
        timers.delete(timer);
        timer.work();
      }
      await settle();
    },
  };
}

const settle = async () => {
  for (let turn = 0; turn < 50; turn++) await Promise.resolve();
};

const created = (entry: Entry): Answer<unknown> =>
  entry.op === "delete"
    ? { status: 200, body: {} }
    : {
        status: 201,
        body: {
          ...entry.body,
          id: entry.entity,
          version: entry.op === "create" ? 1 : Number(entry.body?.version) + 1,
          ...(entry.noun === "visits" && { sales: entry.body?.items }),
        },
      };

const newDoctor = (name = "Asha"): Operation => ({
  ...{ noun: "doctors", op: "create", entity: doctor, body: { id: doctor, name }, base: null },
});
const newVisit = (items: object[] = []): Operation => ({
  ...{ noun: "visits", op: "create", entity: visit, base: null },
  body: { id: visit, doctor_id: doctor, visit_date: "2026-11-23", status: "completed", notes: null, items },
});

test("sends a doctor first and then the visit, and keeps both as the server's", async () => {
  const { phone, sent, store } = await phoneWith(created);
  await phone.save(newDoctor());
  const entry = await phone.save(newVisit());
  expect(phone.state().rows.visits.get(visit)?.doctor_id).toBe(doctor);
  expect(await phone.settled(entry.key, new AbortController().signal)).toMatchObject({ done: true });
  expect(sent.map(({ noun }) => noun)).toEqual(["doctors", "visits"]);
  expect(store.kept().outbox).toEqual([]);
  expect(store.kept().base.visits.map(({ id }) => id)).toEqual([visit]);
});

test("without an answer an entry stays, and is sent again with the same key and body", async () => {
  let isReached = false;
  const { phone, sent, pass } = await phoneWith((entry) => (isReached ? created(entry) : "none"));
  await phone.save(newDoctor());
  await settle();
  expect(phone.state()).toMatchObject({ is_reached: false, outbox: [{ state: "waiting", attempts: 1 }] });
  isReached = true;
  await pass(1_000);
  expect(phone.state().outbox).toEqual([]);
  expect(sent).toHaveLength(2);
  expect(sent[1]).toMatchObject({ key: sent[0]?.key, body: sent[0]?.body });
});

test("an edit of what was never sent changes it; of what may have arrived it is an entry of its own", async () => {
  let isReached = false;
  const { phone, sent, pass } = await phoneWith((entry) => (isReached ? created(entry) : "none"));
  await phone.save(newDoctor());
  await settle();
  await phone.save({ ...newDoctor("Asha Rao"), op: "update", body: { name: "Asha Rao", version: 1 } });
  await phone.save({ ...newDoctor("A. Rao"), op: "update", body: { name: "A. Rao", version: 1 } });
  expect(phone.state().outbox.map(({ op, body }) => [op, body?.name])).toEqual([
    ["create", "Asha"],
    ["update", "A. Rao"],
  ]);
  expect(phone.state().rows.doctors.get(doctor)?.name).toBe("A. Rao");
  isReached = true;
  await pass(60_000);
  await pass(60_000);
  expect(sent.at(-1)?.body).toMatchObject({ name: "A. Rao", version: 1 });
  expect(phone.state().outbox).toEqual([]);
});

test.each([
  [2, 2],
  [5, 1],
])(
  "a deletion behind an own edit, which made version %i, is sent as one of version %i",
  async (saved, expected) => {
    let isReached = false;
    const { phone, sent, pass } = await phoneWith((entry) => {
      if (entry.op === "create") return created(entry);
      if (!isReached) return "none";
      return { status: 200, body: { ...entry.body, id: doctor, version: saved } };
    });
    await phone.save(newDoctor());
    await settle();
    await phone.save({ ...newDoctor("Asha Rao"), op: "update", body: { name: "Asha Rao", version: 1 } });
    await settle();
    await phone.save({ ...newDoctor(), op: "delete", body: { version: 1, visits: 0 } });
    isReached = true;
    await pass(60_000);
    await pass(60_000);
    expect(sent.slice(-2).map(({ op }) => op)).toEqual(["update", "delete"]);
    // A colleague who saved too has changed what was confirmed.
    expect(sent.at(-1)?.body).toEqual({ version: expected, visits: 0 });
  },
);

test("a refused entry holds only what depends on it", async () => {
  const refusal = { status: 400, body: { code: "validation_failed", message: "no", request_id: "r" } };
  const other = "00000000-0000-7000-8000-000000000003";
  const { phone } = await phoneWith((entry) => (entry.entity === doctor ? refusal : created(entry)));
  await phone.save(newDoctor());
  await phone.save(newVisit());
  await phone.save({ ...newDoctor(), entity: other, body: { id: other, name: "Roy" } });
  await settle();
  expect(phone.state().outbox.map(({ entity, state }) => [entity, state])).toEqual([
    [doctor, "needs_you"],
    [visit, "waiting"],
  ]);
  expect(phone.state().base.doctors.get(other)?.name).toBe("Roy");
});

test("deleting what was never sent leaves nothing to send", async () => {
  const { phone, sent } = await phoneWith(() => ({
    status: 401,
    body: { code: "not_signed_in", message: "" },
  }));
  await phone.save(newVisit());
  await settle();
  expect(phone.state().signed_out).toBe(true);
  expect(sent).toHaveLength(1);
  await phone.save(newDoctor());
  await phone.save({ ...newDoctor(), op: "delete", body: null });
  expect(phone.state().outbox.map(({ noun }) => noun)).toEqual(["visits"]);
});

test("a store that refuses rejects the save, and nothing is shown as saved", async () => {
  const { phone, store } = await phoneWith(created);
  store.fail(new StoreError("full"));
  await expect(phone.save(newDoctor())).rejects.toMatchObject({ trouble: "full" });
  expect(phone.state()).toMatchObject({ outbox: [], trouble: "full" });
  expect(phone.state().rows.doctors.size).toBe(0);
});

test("units that wait are taken from the stock that is shown", async () => {
  const product = { id: "00000000-0000-7000-8000-000000000009", version: 1, name: "P", current_stock: 10 };
  const store = memoryStore();
  await store.commit(() => ({ rows: { products: [product as never] } }));
  const { phone } = await phoneWith(() => "none", store);
  await phone.save(newVisit([{ id: "l", product_id: product.id, quantity: 4, unit_price: "1.00" }]));
  expect(phone.state().rows.products.get(product.id)?.current_stock).toBe(6);
  expect(phone.state().base.products.get(product.id)?.current_stock).toBe(10);
});

test("what is done about an entry that is gone does not happen to the one in its place", async () => {
  const { phone, store } = await phoneWith((entry) =>
    entry.body?.name === "Asha" ? created(entry) : "none",
  );
  const gone = await phone.save(newDoctor());
  await settle();
  const entity = "00000000-0000-7000-8000-000000000003";
  const next = await phone.save({ ...newDoctor("Bela"), entity });
  expect(next.seq).toBe(gone.seq);
  await phone.giveUp(gone.key);
  await phone.replace(gone.key, []);
  await phone.tryWithStock(gone.key);
  expect(store.kept().outbox).toMatchObject([{ key: next.key, awaits_stock: false }]);
  await phone.giveUp(next.key);
  // It may have arrived, so it is deleted again.
  expect(store.kept().outbox.at(-1)).toMatchObject({ op: "delete", entity });
});

test("what other tabs did is read once at a time, and of two readings the one that began later is shown", async () => {
  const store = memoryStore();
  const { phone, hear } = await phoneWith(() => "none", store);
  const making = { key: "key", user_id: me, made_at: 0, app_version: "1" };
  const kept = (name: string) => ({ ...store.kept(), outbox: [entryOf(newDoctor(name), making, 1)] });
  const readings: ((found: Kept) => void)[] = [];
  store.read = () => new Promise((resolve) => readings.push(resolve));
  for (let messages = 0; messages < 5; messages++) hear();
  expect(readings).toHaveLength(1);
  // A round reads as well, if another tab has changed the rows.
  await store.commit(() => ({ rows: { doctors: [{ id: "other" } as never] } }));
  void phone.sync("asked");
  await settle();
  readings[1]?.(kept("New"));
  await settle();
  readings[0]?.(kept("Old"));
  await settle();
  expect([readings.length, phone.state().rows.doctors.get(doctor)?.name]).toEqual([3, "New"]);
});

test("a refused visit that waits for stock with fewer units is sent with those, under another key", async () => {
  const product = { id: "00000000-0000-7000-8000-000000000009", version: 1, name: "P", current_stock: 2 };
  const store = memoryStore();
  await store.commit(() => ({ rows: { products: [product as never] }, meta }));
  const sale = (quantity: number) =>
    newVisit([{ id: "l", product_id: product.id, quantity, unit_price: "1.00" }]);
  const refusal = { code: "insufficient_stock", message: "", request_id: "r", details: {} };
  const answer = (entry: Entry): Answer<unknown> =>
    JSON.stringify(entry.body).includes('"quantity":4') ? { status: 409, body: refusal } : created(entry);
  const { phone, sent } = await phoneWith(answer, store);
  const { key } = await phone.save(sale(4));
  await settle();
  expect(phone.state().outbox).toMatchObject([{ key, state: "needs_you" }]);
  await phone.tryWithStock(key, sale(3).body ?? {});
  await settle();
  const waiting = { state: "needs_you", awaits_stock: true, body: { items: [{ quantity: 3 }] } };
  expect(phone.state().outbox).toMatchObject([waiting]);
  const own = phone.state().outbox[0]?.key ?? "";
  await phone.tryWithStock(own, sale(2).body ?? {});
  await settle();
  expect(sent.map(({ body }) => body?.items)).toMatchObject([[{ quantity: 4 }], [{ quantity: 2 }]]);
  expect(new Set([key, own, sent[1]?.key]).size).toBe(3);
  expect(phone.state().outbox).toEqual([]);
});

test("what another tab has sent shows until its rows are read; nobody is notified of what another tab did", async () => {
  const store = memoryStore();
  await store.commit(() => ({ meta }));
  const { commit } = store;
  let made = 0;
  store.commit = (decide) =>
    commit((outbox) => {
      const change = decide(outbox);
      if (change.put?.length || change.done?.length || change.rows || change.meta) made++;
      return change;
    });
  const { phone, notified, pass } = await phoneWith(() => "none", store);
  const { key } = await phone.save(newDoctor("Asha"));
  await settle();
  const found = store.kept();
  let give = () => {};
  store.read = () =>
    new Promise((resolve) => {
      give = () => resolve({ ...found, ...store.kept() });
    });
  const sent = { id: doctor, version: 1, name: "Asha" } as never;
  await commit((outbox) => ({ done: outbox.map(({ seq }) => seq), rows: { doctors: [sent] } }));
  await pass(1_000);
  expect(phone.state()).toMatchObject({ outbox: [{ key }], base: { doctors: new Map() } });
  give();
  await settle();
  expect(phone.state().outbox).toEqual([]);
  expect(phone.state().rows.doctors.get(doctor)?.name).toBe("Asha");
  expect(notified()).toBe(made);
});

test("a conflict brings the row as somebody else left it, so that deciding for theirs shows it at once", async () => {
  const row = (fields: object) => ({ id: doctor, version: 1, name: "A", hospital: "H", ...fields });
  const theirs = row({ name: "Theirs", version: 2 });
  const store = memoryStore();
  await store.commit(() => ({ rows: { doctors: [row({}) as never] } }));
  const details = { current: theirs, changed_by: "colleague@example.com" };
  const body = { code: "changed_meanwhile", message: "", request_id: "r", details };
  let isReached = true;
  const { phone } = await phoneWith(() => (isReached ? { status: 409, body } : "none"), store);
  const edit: Operation = {
    ...{ noun: "doctors", op: "update", entity: doctor, base: row({}) as never },
    body: { version: 1, name: "Mine", hospital: "H" },
  };
  const { key } = await phone.save(edit);
  await settle();
  expect(phone.state().rows.doctors.get(doctor)?.name).toBe("Mine");
  isReached = false;
  const decided = { ...edit, base: theirs as never, body: { version: 2, name: "Theirs", hospital: "H" } };
  await phone.replace(key, [decided]);
  expect(phone.state().outbox).toMatchObject([{ body: { version: 2 } }]);
  expect(phone.state().rows.doctors.get(doctor)?.name).toBe("Theirs");
});

test("what another tab has sent shows below what waits", async () => {
  const store = memoryStore();
  await store.commit(() => ({ meta }));
  const { phone } = await phoneWith(() => "none", store);
  const sent = await phone.save(newDoctor("Sent"));
  await settle();
  store.read = () => new Promise(() => {});
  // The other tab has sent that, and its person has changed the name since.
  const body = { name: "Newer", version: 1 };
  const newer: Operation = {
    ...newDoctor(),
    op: "update",
    body,
    base: { id: doctor, name: "Sent" } as never,
  };
  const making = { key: "newer", user_id: me, made_at: 0, app_version: "1" };
  await store.commit(() => ({ done: [sent.seq], put: [entryOf(newer, making, sent.seq + 1)] }));
  await phone.save(newVisit());
  expect(phone.state().rows.doctors.get(doctor)?.name).toBe("Newer");
});

test("what an answer means for the stock is counted from the rows as another tab has left them", async () => {
  const product = { id: "00000000-0000-7000-8000-000000000009", version: 1, name: "P", current_stock: 1 };
  const sales = [{ id: "l", product_id: product.id, quantity: 3, unit_price: "1.00" }];
  const there = { id: visit, version: 1, doctor_id: doctor, sales };
  const row = { id: doctor, version: 1, name: "Asha" };
  const store = memoryStore();
  const rows = { products: [product], doctors: [row], visits: [there] };
  await store.commit(() => ({ rows: rows as never, meta }));
  const { phone } = await phoneWith(() => ({ status: 410, body: { code: "gone", message: "" } }), store);
  // It has read that the doctor and the visit are gone, and the stock that came back.
  const counted = { ...product, current_stock: 9 };
  await store.commit(() => ({ rows: { products: [counted as never] }, gone: [doctor, visit] }));
  await phone.save({ ...newDoctor(), op: "delete", body: null, base: row as never });
  await settle();
  expect(phone.state().outbox).toEqual([]);
  expect(store.kept().base.products).toEqual([counted]);
  expect(phone.state().rows.products.get(product.id)?.current_stock).toBe(9);
});
