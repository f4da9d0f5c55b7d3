import "fake-indexeddb/auto";
import { deleteDB, openDB } from "idb";
import { afterEach, describe, expect, test, vi } from "vitest";
import type { Entry } from "../phone/entry.ts";
import { StoreError } from "../phone/ports.ts";
import { browserStore } from "./browser-store.ts";
import { createKeeper } from "./keeper.ts";
import { databaseName } from "./stores.ts";

let opened: { close(): void }[] = [];
let count = 0;
afterEach(() => {
  for (const keeper of opened) keeper.close();
  opened = [];
});

/** A store with a keeper of its own, as each tab has one. */
function tab(name: string) {
  const keeper = createKeeper(name);
  opened.push(keeper);
  return { keeper, store: browserStore(keeper) };
}
const newName = () => databaseName(`person-${count++}`);

const entry = (seq: number): Entry => ({
  ...{ noun: "doctors", op: "create", entity: `doctor-${seq}`, body: { name: "A" }, base: null },
  ...{ seq, key: `key-${seq}`, user_id: "me", depends_on: [], made_at: 0, attempts: 0, state: "waiting" },
  ...{ merged_with: null, error: null, awaits_stock: false, next_try: 0, app_version: "1", schema: 1 },
});
const visit = (id: string, visit_date: string) => ({ id, visit_date, version: 1 }) as never;
const meta = { cursor: "c", shape: 1, scope: null, today: "2026-11-23", synced_at: 1, clock_offset: 0 };

describe("what a phone keeps", () => {
  test("is there for the next tab, all of a change at once", async () => {
    const name = newName();
    const { store } = tab(name);
    const rows = { visits: [visit("v1", "2026-11-01"), visit("v2", "2026-11-02")] };
    const after = await store.commit(() => ({ put: [entry(1), entry(2)], rows, meta }));
    expect(after).toEqual({ outbox: [entry(1), entry(2)], revision: 1 });
    await store.commit(() => ({ done: [1], gone: ["v1"] }));
    const { base, outbox, meta: kept, revision } = await tab(name).store.read();
    expect([base.visits, outbox, kept, revision]).toEqual([[visit("v2", "2026-11-02")], [entry(2)], meta, 2]);
  });

  test("is written without a wait once the database is open: what the page does next may take long", async () => {
    const { keeper, store } = tab(newName());
    await store.read();
    let isBegun = false;
    const work = keeper.use(async () => {
      isBegun = true;
    });
    expect(isBegun).toBe(true);
    await work;
  });

  test("counts the changes of the rows, and no others", async () => {
    const { store } = tab(newName());
    const revisions = [];
    const rows = { visits: [visit("v1", "2026-11-01")] };
    for (const change of [{}, { rows }, { put: [entry(1)] }, { meta }, { clear: true, forget: true }, {}])
      revisions.push((await store.commit(() => change)).revision);
    expect(revisions).toEqual([0, 1, 1, 1, 2, 2]);
  });

  test("may be many rows, which are written in one transaction while the page answers other events", async () => {
    const { store } = tab(newName());
    let [inTurn, most, all] = [0, 0, 0];
    // As on a phone where each request takes a tenth of a millisecond.
    vi.spyOn(performance, "now").mockImplementation(() => all / 10);
    const counted = (method: "put" | "delete") => {
      const real = IDBObjectStore.prototype[method] as (...args: unknown[]) => IDBRequest;
      vi.spyOn(IDBObjectStore.prototype, method).mockImplementation(function (
        this: IDBObjectStore,
        ...args: unknown[]
      ) {
        // Other events have their turn when this is called.
        if (inTurn === 0)
          setImmediate(() => {
            inTurn = 0;
          });
        most = Math.max(most, ++inTurn);
        all++;
        return real.apply(this, args);
      } as never);
    };
    counted("put");
    counted("delete");
    const visits = Array.from({ length: 600 }, (_, at) => visit(`v${at}`, "2026-11-01"));
    await store.commit(() => ({ rows: { visits }, meta }));
    const gone = visits.map(({ id }) => id);
    let before = 0;
    const both = [
      store.commit(() => ({ gone, put: [entry(1)] })),
      store.commit((outbox) => {
        before = outbox.length;
        return {};
      }),
    ];
    await Promise.all(both);
    vi.restoreAllMocks();
    expect(all).toBeGreaterThan(600 + 3 * 600);
    expect(most).toBeLessThan(250);
    expect(before).toBe(1);
    const { base, revision } = await store.read();
    expect([base.visits, revision]).toEqual([[], 2]);
  });

  test("a refused decision changes nothing", async () => {
    const { store } = tab(newName());
    const refuse = store.commit(() => {
      throw new StoreError("full");
    });
    await expect(refuse).rejects.toMatchObject({ trouble: "full" });
    expect((await store.read()).outbox).toEqual([]);
  });

  test("two tabs that add entries at once lose none", async () => {
    const name = newName();
    const tabs = [tab(name), tab(name)];
    await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        tabs[at % 2]?.store.commit((outbox) => ({
          put: [entry(Math.max(0, ...outbox.map(({ seq }) => seq)) + 1)],
        })),
      ),
    );
    expect((await tabs[0]?.store.read())?.outbox).toHaveLength(20);
  });
});

describe("a handle that the browser has dropped", () => {
  test("is opened again, and the change is made", async () => {
    const { keeper, store } = tab(newName());
    await keeper.use((database) => Promise.resolve(database.close()));
    await store.commit(() => ({ put: [entry(1)] }));
    expect((await store.read()).outbox).toEqual([entry(1)]);
  });

  test("is opened again if it fails in the middle of a reading", async () => {
    const { store } = tab(newName());
    await store.commit(() => ({ put: [entry(1)] }));
    const real = IDBDatabase.prototype.transaction;
    const once = vi.spyOn(IDBDatabase.prototype, "transaction").mockImplementationOnce(function (
      this: IDBDatabase,
      ...args
    ) {
      const reading = real.apply(this, args);
      // As where the browser has lost the database: every request fails, and none has a reason.
      queueMicrotask(() => reading.abort());
      return reading;
    });
    expect((await store.read()).outbox).toEqual([entry(1)]);
    expect(once).toHaveBeenCalledTimes(2);
    vi.restoreAllMocks();
  });

  test("is not opened again once it was closed, so that a deleted database stays away", async () => {
    const name = newName();
    const { keeper, store } = tab(name);
    await store.commit(() => ({ put: [entry(1)] }));
    keeper.close();
    await deleteDB(name);
    await expect(store.commit(() => ({ put: [entry(2)] }))).rejects.toMatchObject({ trouble: "broken" });
    expect((await indexedDB.databases()).map((known) => known.name)).not.toContain(name);
  });

  test("is tried three times, then the failure is reported", async () => {
    const { keeper } = tab(newName());
    let tries = 0;
    const lost = keeper.use(() => {
      tries++;
      throw new DOMException("Connection to Indexed Database server lost", "UnknownError");
    });
    await expect(lost).rejects.toMatchObject({ trouble: "broken" });
    expect(tries).toBe(3);
  });

  test("opens what an earlier version of Rounds has kept, which then lets go", async () => {
    const name = newName();
    const old = await openDB(name, 2, {
      upgrade(database) {
        for (const store of ["doctors", "products"]) database.createObjectStore(store, { keyPath: "id" });
        database.createObjectStore("meta");
        database.createObjectStore("visits", { keyPath: "id" }).createIndex("visit_date", "visit_date");
        database.createObjectStore("outbox", { keyPath: "seq" });
        database.createObjectStore("seen", { keyPath: "asked" }).createIndex("at", "at");
      },
      blocking: () => old.close(),
    });
    await old.put("outbox", entry(1));
    await old.put("visits", visit("v1", "2026-11-01"));
    await old.put("meta", meta, "sync");
    const kept = await tab(name).store.read();
    expect([kept.outbox, kept.base.visits, kept.meta]).toEqual([
      [entry(1)],
      [visit("v1", "2026-11-01")],
      meta,
    ]);
    await expect(openDB(name, 2)).rejects.toMatchObject({ name: "VersionError" });
  });

  test("lets go for a newer version of Rounds, whose stores this one does not touch", async () => {
    const name = newName();
    const { store } = tab(name);
    await store.commit(() => ({ put: [entry(1)] }));
    const newer = await openDB(name, 99);
    await expect(store.read()).rejects.toMatchObject({ trouble: "broken" });
    newer.close();
    await deleteDB(name);
  });
});

test("on a full device the oldest visits make room, and entries stay", async () => {
  const { keeper, store } = tab(newName());
  const rows = { visits: ["01", "02", "03", "04"].map((day) => visit(`v${day}`, `2026-11-${day}`)) };
  await store.commit(() => ({ put: [entry(1)], rows, meta }));
  let isFull = true;
  const full = browserStore({
    ...keeper,
    use: (work: (database: IDBDatabase) => Promise<never>) => {
      const isCommit = isFull;
      isFull = false;
      if (isCommit) return Promise.reject(new StoreError("full", new DOMException("", "QuotaExceededError")));
      return keeper.use(work);
    },
  } as typeof keeper);
  await full.commit(() => ({ put: [entry(2)] }));
  const kept = await store.read();
  expect(kept.outbox).toEqual([entry(1), entry(2)]);
  expect(kept.base.visits.map(({ id }) => id)).toEqual(["v03", "v04"]);
  expect(kept.meta).toBeNull();
});
