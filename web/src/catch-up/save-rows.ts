import { type ApiError, asApiError } from "../api/api-error.ts";
import type { RowProblem } from "./row-entry.ts";

/** The most requests at a time: a weak connection carries them, and the others need not wait for the slowest. */
export const mostAtOnce = 3;

/** Does something with every item, a few at a time, in their order. One that fails stops no other. */
export async function forEachOf<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const left = [...items];
  const worker = async () => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: mostAtOnce }, worker));
}

/** Why a row was refused, and at which of its fields. */
export function refusalOf(thrown: unknown): RowProblem {
  const error: ApiError = asApiError(thrown);
  const [field = "", own] = Object.entries(error.fields)[0] ?? [];
  const text = own ?? error.message;
  if (error.code === "insufficient_stock" || error.code === "product_missing" || field.startsWith("items")) {
    return { at: "products", text };
  }
  if (field === "notes") return { at: "notes", text };
  if (field === "visit_date") return { at: "move_to", text };
  return { at: "row", text };
}
