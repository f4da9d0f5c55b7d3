import type { Entry } from "../../phone/entry.ts";
import type { Change, Kept, Meta, Store } from "../../phone/ports.ts";
import { changedRows, changesBase, noRows } from "../engine/base.ts";

/** A store in memory, shared by the tabs that open it. `fail` makes the next commits fail. */
export function memoryStore(): Store & { kept(): Kept; fail(error: Error | undefined): void } {
  let outbox: readonly Entry[] = [];
  let rows = noRows;
  let meta: Meta | null = null;
  let revision = 0;
  let failure: Error | undefined;
  const kept = (): Kept => ({
    meta,
    base: {
      doctors: [...rows.doctors.values()],
      products: [...rows.products.values()],
      visits: [...rows.visits.values()],
    },
    outbox: [...outbox],
    revision,
  });
  return {
    kept,
    fail(error) {
      failure = error;
    },
    read: () => Promise.resolve(kept()),
    async commit(decide) {
      await Promise.resolve();
      if (failure) throw failure;
      const change = decide(outbox);
      outbox = changedOutbox(outbox, change);
      rows = changedRows(rows, change);
      if (changesBase(change)) revision++;
      if (change.forget) meta = null;
      if (change.meta) meta = change.meta;
      return { outbox, revision };
    },
  };
}

function changedOutbox(outbox: readonly Entry[], { put, done }: Change): readonly Entry[] {
  if (!put?.length && !done?.length) return outbox;
  const entries = new Map(outbox.map((entry) => [entry.seq, entry]));
  for (const seq of done ?? []) entries.delete(seq);
  for (const entry of put ?? []) entries.set(entry.seq, entry);
  return [...entries.values()].sort((one, other) => one.seq - other.seq);
}
