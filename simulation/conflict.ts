import type { Entry } from "../web/src/phone/entry.ts";
import type { Fields, Line } from "./model-server.ts";

/** Lines as one text. */
function textOf(lines: unknown): string {
  const all = (lines ?? []) as Line[];
  return all.map((line) => `${line.id} ${line.product_id} ${line.quantity} ${line.unit_price}`).join();
}

function isBoth(mine: unknown, before: unknown, theirs: unknown): boolean {
  return mine !== before && theirs !== before && mine !== theirs;
}

/** Whether an edit and somebody else both changed the lines, differently. */
export function isLineConflict({ body, base }: Pick<Entry, "body" | "base">, theirs: Fields): boolean {
  const before = textOf((base as Fields | null)?.sales);
  return body?.items !== undefined && isBoth(textOf(body.items), before, textOf(theirs.sales));
}

/** Whether an edit and somebody else both changed a field, or the lines, differently. */
export function isConflict(edit: Pick<Entry, "body" | "base">, theirs: Fields | undefined): boolean {
  const { body, base } = edit;
  if (!body || !base || !theirs) return true;
  if (isLineConflict(edit, theirs)) return true;
  const from = base as Fields;
  return Object.keys(body).some(
    (field) => field !== "version" && field !== "items" && isBoth(body[field], from[field], theirs[field]),
  );
}

/** Whether an edit changes anything of the row that it began with. */
export function isChanging({ body, base }: Pick<Entry, "body" | "base">): boolean {
  const from = (base ?? {}) as Fields;
  return Object.entries(body ?? {}).some(([field, value]) => {
    if (field === "version") return false;
    return field === "items" ? textOf(value) !== textOf(from.sales) : value !== from[field];
  });
}
