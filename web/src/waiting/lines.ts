import { itemFieldsMoved } from "@rounds/domain/visits/completion.ts";
import { asUpdate } from "../offline/engine/merge-operation.ts";
import type { Entry } from "../phone/entry.ts";
import type { Rows } from "../phone/phone-state.ts";
import { unitsOf } from "../visits/items/line-stock.ts";

/** A sale line of an entry's visit. */
export type Line = { id: string; product_id: string; quantity: number; unit_price: string };

/** A line that asks for more than there is. */
export type Shortage = { id: string; name: string; asked: number; left: number };

/** The lines of a visit that an entry writes; none for a doctor or a deletion. */
export function linesOf({ body }: Pick<Entry, "body">): readonly Line[] {
  // The form's schema has checked the lines before they were kept.
  return Array.isArray(body?.items) ? (body.items as Line[]) : [];
}

/** A refused entry as the person decides about it: a completion is the whole visit, with what was refused at its lines there. */
export function wholeOf(entry: Entry): Entry {
  const whole = asUpdate(entry);
  const { base, error } = entry;
  if (whole.op === entry.op || !error?.fields || !base || !("sales" in base)) return whole;
  return { ...whole, error: { ...error, fields: itemFieldsMoved(error.fields, base.sales.length) } };
}

/** What a person decides about such a line: to sell what is left, to remove it, or to wait until there is enough. */
export type Decision = "sell" | "remove" | "later";

/** A visit after decisions about its lines without enough stock. */
type Decided = {
  /** The lines that ask for more than there is, with what is decided about each. */
  short: readonly (Shortage & { decision: Decision | undefined })[];
  /** The lines as they are to be sent. */
  lines: readonly Line[];
};

/**
 * The lines that ask for more than there is. Of the product that the server named, it said how many there are; of the others the
 * phone knows it from its last sync.
 */
export function shortagesOf(entry: Entry, base: Rows): Shortage[] {
  return decide(entry, base, new Map()).short.map(({ decision: _, ...shortage }) => shortage);
}

/**
 * Applies decisions, by line, to a visit. What one line leaves is there for the next one of the same product. A line that is
 * saved already, and stays as it is, has its units.
 */
export function decide(entry: Entry, base: Rows, decisions: ReadonlyMap<string, Decision>): Decided {
  const { product_id: named, product_name, available, in_all } = entry.error?.details ?? {};
  const saved = base.visits.get(entry.entity)?.sales ?? [];
  const kept = linesOf(entry).filter((line) => saved.some((one) => isSameSale(one, line)));
  const stock = new Map<string, number>();
  /** What the lines that are not kept may take together. */
  const stockOf = (id: string): number => {
    const isNamed = id === named;
    // A server of the release before says only how many were left for the line that it refused.
    if (isNamed && typeof in_all !== "number" && typeof available === "number") return available;
    const stored = base.products.get(id)?.current_stock ?? Number.POSITIVE_INFINITY;
    const all = isNamed && typeof in_all === "number" ? in_all : stored + unitsOf(saved, id);
    return all - unitsOf(kept, id);
  };
  const short: Decided["short"][number][] = [];
  const lines: Line[] = [];
  for (const line of linesOf(entry)) {
    const { id, product_id, quantity: asked } = line;
    if (kept.includes(line)) {
      lines.push(line);
      continue;
    }
    const left = Math.max(0, stock.get(product_id) ?? stockOf(product_id));
    const decision = decisions.get(id);
    const isShort = asked > left;
    const sold = decision === "remove" ? 0 : decision === "sell" ? Math.min(asked, left) : asked;
    stock.set(product_id, left - Math.min(left, sold));
    if (sold > 0) lines.push({ ...line, quantity: sold });
    if (!isShort && decision !== "remove") continue;
    const known = base.products.get(product_id)?.name;
    const name =
      known ?? (product_id === named && typeof product_name === "string" ? product_name : "A product");
    short.push({ id, name, asked, left, decision });
  }
  return { short, lines };
}

/** Whether a line takes the same units of the same product as one that is saved. */
function isSameSale(saved: Line, { id, product_id, quantity }: Line): boolean {
  return saved.id === id && saved.product_id === product_id && saved.quantity === quantity;
}

/** The lines whose product the phone doesn't know any more. */
export function unknownLines(entry: Entry, base: Rows): Line[] {
  return linesOf(entry).filter(({ product_id }) => !base.products.has(product_id));
}
