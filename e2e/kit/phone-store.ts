import { expect, type Page } from "@playwright/test";

/** The stores of a person's phone. */
type Store = "doctors" | "products" | "visits" | "outbox" | "seen";

/** The keys of what a person's phone keeps in a store of this browser; undefined if there is none. */
async function readKeys(page: Page, person_id: string, store: Store): Promise<string[] | undefined> {
  return await page.evaluate(
    async ([name, store]) => {
      const known = await indexedDB.databases();
      if (!known.some((one) => one.name === name)) return undefined;
      return await new Promise<string[] | undefined>((resolve, reject) => {
        const opening = indexedDB.open(name);
        let isGone = false;
        // It was deleted since it was looked up, and must not come back empty.
        opening.onupgradeneeded = () => {
          isGone = true;
          opening.transaction?.abort();
        };
        opening.onerror = () => (isGone ? resolve(undefined) : reject(opening.error));
        opening.onsuccess = () => {
          const database = opening.result;
          const reading = database.transaction(store).objectStore(store).getAllKeys();
          reading.onsuccess = () => {
            database.close();
            resolve(reading.result.map(String));
          };
          reading.onerror = () => reject(reading.error);
        };
      });
    },
    [`rounds-${person_id}`, store] as const,
  );
}

/** The keys of what a person's phone keeps in a store of this browser; none if there is no store. */
export async function keysKept(page: Page, person_id: string, store: Store): Promise<string[]> {
  return (await readKeys(page, person_id, store)) ?? [];
}

/** How many rows of a store a person's phone keeps in this browser; -1 if there is none. */
export async function countKept(page: Page, person_id: string, store: Store): Promise<number> {
  return (await readKeys(page, person_id, store))?.length ?? -1;
}

/** The message after something was saved that the server does not have yet. */
export const savedHere = "Saved on this phone. It is sent when there is a connection.";

/** Waits until the phone keeps this many rows. */
export async function untilRows(page: Page, person_id: string, store: Store, rows: number): Promise<void> {
  await expect
    .poll(() => countKept(page, person_id, store), { timeout: 20_000, message: `${store} on the phone` })
    .toBe(rows);
}

/** Opens the page in a browser without a store, where everything goes to the server directly. */
export async function withoutDatabase(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Reflect.deleteProperty(globalThis, "indexedDB");
    Reflect.deleteProperty(Object.getPrototypeOf(globalThis), "indexedDB");
  });
}
