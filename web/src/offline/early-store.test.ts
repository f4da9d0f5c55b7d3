import "fake-indexeddb/auto";
import { deleteDB, openDB } from "idb";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { sessionKey } from "../api/session/stored-session.ts";
import { issuedSession } from "../testing/session.ts";
import { browserStore } from "./browser-store.ts";
import { openStoreEarly, takeEarlyStore } from "./early-store.ts";
import { createKeeper, type Keeper } from "./keeper.ts";
import { databaseName, stores } from "./stores.ts";

const name = databaseName(issuedSession(1).user.id);
const meta = { cursor: "c", shape: 1, scope: null, today: "2026-11-23", synced_at: 1, clock_offset: 0 };
const doctor = { id: "d1", version: 1 } as never;

let keepers: Keeper[] = [];
beforeEach(() => {
  localStorage.setItem(sessionKey, JSON.stringify(issuedSession(1)));
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
});
afterEach(async () => {
  takeEarlyStore("");
  for (const keeper of keepers) keeper.close();
  keepers = [];
  localStorage.clear();
  vi.restoreAllMocks();
  await deleteDB(name);
});

function keep(early?: Promise<IDBDatabase | undefined>): Keeper {
  const keeper = createKeeper(name, () => {}, early);
  keepers.push(keeper);
  return keeper;
}

/** As after an earlier visit. */
async function fillStore() {
  const keeper = keep();
  await browserStore(keeper).commit(() => ({ rows: { doctors: [doctor] }, meta }));
  keeper.close();
}

describe("what early.ts opens without a connection", () => {
  test("is what the engine reads, over the same connection to the database", async () => {
    await fillStore();
    openStoreEarly();
    const open = vi.spyOn(indexedDB, "open");
    const early = takeEarlyStore(name);
    const keeper = keep(early?.database);
    const { base, meta: kept, outbox, revision } = await browserStore(keeper, early?.kept).read();
    expect([base.doctors, kept, outbox, revision]).toEqual([[doctor], meta, [], 1]);
    await browserStore(keeper).commit(() => ({ gone: ["d1"] }));
    expect(open).not.toHaveBeenCalled();
  });

  test("is read once: a later reading has what was changed since", async () => {
    await fillStore();
    openStoreEarly();
    const early = takeEarlyStore(name);
    const store = browserStore(keep(early?.database), early?.kept);
    await store.read();
    await store.commit(() => ({ gone: ["d1"] }));
    expect((await store.read()).base.doctors).toEqual([]);
  });

  test("is read again by the engine if another tab has changed it meanwhile", async () => {
    await fillStore();
    openStoreEarly();
    const early = takeEarlyStore(name);
    await early?.database;
    const [other, last] = [new BroadcastChannel(name), new BroadcastChannel(name)];
    const received = new Promise((resolve) => last.addEventListener("message", resolve));
    await browserStore(keep()).commit(() => ({ gone: ["d1"] }));
    other.postMessage("");
    await received;
    await new Promise((resolve) => setTimeout(resolve));
    for (const channel of [other, last]) channel.close();
    expect((await browserStore(keep(early?.database), early?.kept).read()).base.doctors).toEqual([]);
  });

  test("does not make a database where there is none, nor holds up one that is made", async () => {
    openStoreEarly();
    const early = takeEarlyStore(name);
    expect(await early?.database).toBeUndefined();
    expect(await indexedDB.databases()).toEqual([]);
    const store = browserStore(keep(early?.database), early?.kept);
    await store.commit(() => ({ rows: { doctors: [doctor] } }));
    expect((await store.read()).base.doctors).toEqual([doctor]);
  });

  test("is for the engine to change if it has other stores, which waits for the tab that holds it and says so", async () => {
    const before = await openDB(name, 2, {
      upgrade(database) {
        for (const store of stores) database.createObjectStore(store);
      },
    });
    openStoreEarly();
    const early = takeEarlyStore(name);
    const said: boolean[] = [];
    const keeper = createKeeper(name, (isBlocked) => said.push(isBlocked), early?.database);
    keepers.push(keeper);
    const reading = browserStore(keeper, early?.kept).read();
    await expect.poll(() => said).toEqual([true]);
    before.close();
    expect((await reading).base.doctors).toEqual([]);
    expect(said).toEqual([true, false]);
  });

  test("is closed with the engine, also if that has not used it", async () => {
    await fillStore();
    openStoreEarly();
    const early = takeEarlyStore(name);
    keep(early?.database).close();
    const database = await early?.database;
    expect(() => database?.transaction("meta")).toThrow(
      expect.objectContaining({ name: "InvalidStateError" }),
    );
  });

  test("does not hold up a tab that removes it", async () => {
    await fillStore();
    openStoreEarly();
    await takeEarlyStore(name)?.database;
    await deleteDB(name);
    expect(await indexedDB.databases()).toEqual([]);
  });

  test("is given to nobody else", async () => {
    await fillStore();
    openStoreEarly();
    expect(takeEarlyStore(databaseName("somebody else"))).toBeUndefined();
    expect(takeEarlyStore(name)).toBeUndefined();
  });

  test("is opened again once the browser has dropped it", async () => {
    await fillStore();
    openStoreEarly();
    const early = takeEarlyStore(name);
    const store = browserStore(keep(early?.database));
    (await early?.database)?.close();
    expect((await store.read()).base.doctors).toEqual([doctor]);
  });
});

test("nothing is opened early while the server will answer", () => {
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(true);
  openStoreEarly();
  expect(takeEarlyStore(name)).toBeUndefined();
});

test("nothing is opened early for nobody", () => {
  localStorage.clear();
  openStoreEarly();
  expect(takeEarlyStore(name)).toBeUndefined();
});
