import { asUpdate } from "../web/src/offline/engine/merge-operation.ts";
import type { Entry, Operation } from "../web/src/phone/entry.ts";
import type { Phone } from "../web/src/phone/phone-state.ts";
import type { Fields, Line } from "./model-server.ts";
import type { World } from "./world.ts";

/** Their lines with what I changed of mine. */
function linesWithMine(
  mine: Line[],
  base: Line[],
  theirs: Line[],
  was: (id: string, price: string) => boolean,
): Line[] {
  const before = new Map(base.map((line) => [line.id, line.unit_price]));
  const kept = new Set(mine.map(({ id }) => id));
  const isNew = ({ id, unit_price }: Line) => before.get(id) !== unit_price && !was(id, unit_price);
  const changed = new Map(mine.filter(isNew).map((line) => [line.id, line]));
  const lines = theirs.filter(({ id }) => !changed.has(id) && (kept.has(id) || !before.has(id)));
  return [...lines, ...changed.values()];
}

/** What a person does about an entry that was refused, or about one that they take back. */
export function chosenRepair({ random, newId, ledger }: World, phone: Phone, kept: Entry) {
  // As in the sheet of what waits.
  const entry = kept.state === "needs_you" ? asUpdate(kept) : kept;
  const { key, error, body, base } = entry;
  const code = error?.code;
  const current = error?.details?.current as (Fields & { sales?: Line[] }) | undefined;
  if (code === "changed_meanwhile" && entry.op === "delete" && random.chance(0.6))
    return { name: "delete", do: () => phone.replace(key, [{ ...entry, body: current ?? null }]) };
  if (
    code === "changed_meanwhile" &&
    entry.op !== "delete" &&
    current &&
    body &&
    base &&
    random.chance(0.6)
  ) {
    const isMine = random.chance(0.5);
    const from = base as Fields;
    const merged: Fields = { ...body, version: current.version };
    for (const field of Object.keys(body)) {
      if (field === "version" || field === "items") continue;
      // What was there already is not put back: the answer to it was lost.
      const wasThere = ledger.history(`${entry.entity}.${field}`).includes(String(body[field]));
      if (!isMine || wasThere || body[field] === from[field]) merged[field] = current[field];
    }
    if (current.sales)
      merged.items = isMine
        ? linesWithMine(body.items as Line[], from.sales as Line[], current.sales, (id, price) =>
            ledger.history(`${entry.entity}/${id}`).includes(price),
          )
        : current.sales;
    const operation = { ...entry, body: merged, base: current } as unknown as Operation;
    return { name: "merge", do: () => phone.replace(key, [operation]) };
  }
  if (code === "insufficient_stock" && body && random.chance(0.3))
    return {
      name: "without lines",
      do: () => phone.replace(key, [{ ...entry, body: { ...body, items: [] } }]),
    };
  if (code === "insufficient_stock" && random.chance(0.5))
    return { name: "with stock", do: () => phone.tryWithStock(key) };
  if (code === "gone" && entry.op === "update" && entry.noun === "visits" && random.chance(0.4)) {
    const entity = newId();
    const { version: _, ...rest } = body ?? {};
    // Its lines belong to the visit that is gone: this one is a fact without a sale.
    const operation: Operation = {
      noun: "visits",
      op: "create",
      entity,
      body: { ...rest, id: entity, items: [], notes: null, visit_date: "" },
      base: null,
    };
    return { name: "as new", do: () => phone.replace(key, [operation]) };
  }
  if (random.chance(0.4)) return { name: "try again", do: () => phone.tryAgain(key) };
  return { name: "give up", do: () => phone.giveUp(key) };
}
