import { syncNouns } from "@rounds/domain/sync/nouns.ts";
import type { Entry } from "../phone/entry.ts";
import { type Change, type Committed, type Store, StoreError } from "../phone/ports.ts";
import type { EarlyStore } from "./early-store.ts";
import { changesBase } from "./engine/base.ts";
import type { Keeper } from "./keeper.ts";
import { endOf, resultOf } from "./requests.ts";
import { metaKey, readStores, revisionKey, revisionOf, stores } from "./stores.ts";

/** How long requests are made before the page answers other events, in milliseconds: a thousand rows at once take far longer. */
const longestTurn = 8;
/** Of a full device, so often a part of the base makes room for what the person did. */
const maxSweeps = 3;

/** A person's store in IndexedDB. `early`: what is kept, for the first reading, if it was read before. */
export function browserStore(keeper: Keeper, early?: EarlyStore["kept"]): Store {
  let readBefore = early;
  return {
    async read() {
      const kept = await readBefore?.();
      readBefore = undefined;
      return kept ?? (await keeper.use(readStores));
    },
    async commit(decide) {
      for (let sweeps = 0; ; sweeps++) {
        try {
          return await keeper.use((database) => commitOnce(database, decide));
        } catch (error) {
          const isFull = error instanceof StoreError && error.trouble === "full" && error.cause !== undefined;
          if (!isFull || sweeps >= maxSweeps) throw error;
          await keeper.use((database) => sweep(database, sweeps === maxSweeps - 1));
        }
      }
    },
  };
}

/**
 * Decides and changes in one transaction. "Strict": complete only once it is on the disk; by default browsers report a
 * transaction as complete when the system has it.
 */
async function commitOnce(
  database: IDBDatabase,
  decide: (outbox: readonly Entry[]) => Change,
): Promise<Committed> {
  const write = database.transaction(stores, "readwrite", { durability: "strict" });
  const end = endOf(write);
  end.catch(() => {});
  const outbox: IDBRequest<Entry[]> = write.objectStore("outbox").getAll();
  const meta = write.objectStore("meta");
  try {
    const [before, known] = await Promise.all([resultOf(outbox), resultOf(meta.get(revisionKey))]);
    const change = decide(before);
    const revision = revisionOf(known) + (changesBase(change) ? 1 : 0);
    let begun = performance.now();
    for (const request of requestsOf(write, change)) {
      // One failure aborts all of them, and the transaction tells.
      if (performance.now() - begun < longestTurn) continue;
      // The transaction stays open: the next request is made while the browser reports this one.
      await resultOf(request);
      begun = performance.now();
    }
    if (revision !== known) meta.put(revision, revisionKey);
    // Nothing more comes: the browser need not tell first that each of them was done.
    write.commit?.();
    await end;
    return { outbox: outboxAfter(before, change), revision };
  } catch (error) {
    try {
      write.abort();
    } catch {
      // The browser has aborted it already.
    }
    // After a failed request the transaction's own error says why: a full disk, for example.
    throw write.error ?? error;
  }
}

/** Makes the requests of a change one by one, as they are asked for. */
function* requestsOf(write: IDBTransaction, change: Change): Generator<IDBRequest> {
  const [outbox, meta] = [write.objectStore("outbox"), write.objectStore("meta")];
  for (const seq of change.done ?? []) yield outbox.delete(seq);
  for (const entry of change.put ?? []) yield outbox.put(entry);
  for (const noun of syncNouns) {
    const rows = write.objectStore(noun);
    if (change.clear) yield rows.clear();
    for (const id of change.gone ?? []) yield rows.delete(id);
    for (const row of change.rows?.[noun] ?? []) yield rows.put(row);
  }
  if (change.forget) yield meta.clear();
  if (change.meta) yield meta.put(change.meta, metaKey);
}

/** The outbox after a change, in the order of the store. */
function outboxAfter(before: readonly Entry[], { done = [], put = [] }: Change): readonly Entry[] {
  if (done.length === 0 && put.length === 0) return before;
  const after = new Map(before.map((entry) => [entry.seq, entry]));
  for (const seq of done) after.delete(seq);
  for (const entry of put) after.set(entry.seq, entry);
  return [...after.values()].sort((a, b) => a.seq - b.seq);
}

/**
 * Makes room: the figures seen and the older half of the visits, at last every row of the base. What the person did is
 * never touched.
 */
async function sweep(database: IDBDatabase, isLast: boolean): Promise<void> {
  const write = database.transaction(["meta", "seen", ...syncNouns], "readwrite");
  write.objectStore("seen").clear();
  const visits = write.objectStore("visits");
  if (isLast) for (const noun of syncNouns) write.objectStore(noun).clear();
  else {
    const half = Math.ceil((await resultOf(visits.count())) / 2);
    for (const key of await resultOf(visits.index("visit_date").getAllKeys(null, half))) visits.delete(key);
  }
  // The next reading begins anew: it brings back what there is room for.
  write.objectStore("meta").clear();
  await endOf(write);
}
