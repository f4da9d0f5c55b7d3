import { syncNouns } from "@rounds/domain/sync/nouns.ts";
import type { Kept } from "../phone/ports.ts";

/**
 * The version of the stores. A later one is opened by later versions of Rounds only: the third has the stores of the second, but
 * skips among its entries, over which earlier versions would fail.
 */
export const storeVersion = 3;
const prefix = "rounds-";

/** The name of a person's database on this device, and of the channel of the tabs that share it. */
export function databaseName(user_id: string): string {
  return prefix + user_id;
}

/** The person of a database, if it is one of Rounds. */
export function personOf(name: string): string | undefined {
  return name.startsWith(prefix) ? name.slice(prefix.length) : undefined;
}

/** The keys of what is known of the last sync, and of the base's revision. */
export const metaKey = "sync";
export const revisionKey = "revision";

/** The stores of what is kept: without the figures that were seen, which a phone can lose. */
export const stores = ["meta", ...syncNouns, "outbox"] as const;

/** Everything that is kept, of one moment. Rejects with what the browser says. */
export function readStores(database: IDBDatabase): Promise<Kept> {
  return new Promise((resolve, reject) => {
    const read = database.transaction(stores, "readonly");
    const meta = read.objectStore("meta");
    const all = (store: (typeof stores)[number]) => read.objectStore(store).getAll();
    const [sync, revision] = [meta.get(metaKey), meta.get(revisionKey)];
    const [doctors, products, visits, outbox] = [
      all("doctors"),
      all("products"),
      all("visits"),
      all("outbox"),
    ];
    // It follows every failed request, and only then has the transaction its error; none if the browser closed the database.
    read.onabort = () => reject(read.error ?? new DOMException("The reading was aborted.", "AbortError"));
    read.oncomplete = () =>
      resolve({
        meta: sync.result ?? null,
        base: { doctors: doctors.result, products: products.result, visits: visits.result },
        outbox: outbox.result,
        revision: revisionOf(revision.result),
      });
  });
}

/** A store that was never changed has no revision. */
export const revisionOf = (kept: unknown): number => (typeof kept === "number" ? kept : 0);
