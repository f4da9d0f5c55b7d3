import { completedVisit } from "@rounds/domain/visits/completion.ts";
import { itemOf } from "@rounds/domain/visits/item-of.ts";
import { visitRoutes } from "@rounds/domain/visits/routes.ts";
import type { Visit, VisitInput } from "@rounds/domain/visits/visit.ts";
import { ApiError, asApiError, isMissing } from "../../api/api-error.ts";
import { callUndoable } from "../../api/batches.ts";
import { refetchAfter } from "../../api/live/stored-rows.ts";
import { write } from "../../api/phone/phone-slot.ts";
import { changeVisit } from "../queries.ts";

/** What is typed for a scheduled visit that took place. */
type Typed = Pick<VisitInput, "visit_date" | "notes" | "items">;

/** The message if a scheduled visit can't be completed any more. */
const noLongerScheduled =
  "The scheduled visit was completed, cancelled or deleted meanwhile. Save again to record this one beside it.";

/**
 * Completes a scheduled visit on the typed day with what was typed, on top of its own notes and items; to be shown with
 * `showVisit`. The same again under its `key` changes nothing. If somebody else edits the visit meanwhile, it is completed as they left
 * it. Throws `changed_meanwhile` if it is no longer scheduled.
 */
export async function completeVisit(id: string, typed: Typed, key: string): Promise<Visit> {
  const { visit_date, notes, items } = typed;
  const body = { visit_date, notes, items };
  const operation = { noun: "visits", op: "complete", entity: id, body, base: null, key } as const;
  try {
    const input = { params: { id }, body };
    return await write(operation, () => callUndoable(visitRoutes.complete, input, key));
  } catch (thrown) {
    const { code, status } = asApiError(thrown);
    if (!isMissing(thrown) && code !== "changed_meanwhile") throw thrown;
    void refetchAfter(["visits"]);
    throw new ApiError(status, { code: "changed_meanwhile", message: noLongerScheduled });
  }
}

/**
 * Completes a scheduled visit after an earlier attempt, with other content, got no answer. That one is repeated first, under
 * its own key: what is typed by now then takes the place of what it added. If it is refused, it was not done: `newKey` makes
 * the key of another attempt.
 */
export async function completeCorrected(
  id: string,
  typed: Typed,
  earlier: { typed: Typed; key: string },
  newKey: () => string,
): Promise<Visit> {
  let done: Visit;
  try {
    done = await completeVisit(id, earlier.typed, earlier.key);
  } catch (thrown) {
    const { retryable, code } = asApiError(thrown);
    if (retryable || code === "changed_meanwhile") throw thrown;
    return await completeVisit(id, typed, newKey());
  }
  const added = new Set([...earlier.typed.items, ...typed.items].map((item) => item.id));
  const items = done.sales.filter((sale) => !added.has(sale.id)).map(itemOf);
  // A correction whose answer was lost, too, may be there already.
  const notes = [earlier.typed.notes, typed.notes].reduce(withoutAdded, done.notes);
  const { doctor_id, version } = done;
  return await changeVisit(id, { doctor_id, ...completedVisit({ notes, items }, typed), version });
}

/** The notes of a visit without those that its completion added at the end. */
function withoutAdded(notes: string | null, added: string | null): string | null {
  if (!added) return notes;
  if (notes === added) return null;
  return notes?.endsWith(`\n${added}`) ? notes.slice(0, -added.length - 1) : notes;
}
