import { visitRoutes } from "@rounds/domain/visits/routes.ts";
import type { Visit } from "@rounds/domain/visits/visit.ts";
import { ApiError, asApiError, isMissing } from "../../api/api-error.ts";
import { callUndoable } from "../../api/batches.ts";
import { refetchAfter } from "../../api/live/stored-rows.ts";
import { write } from "../../api/phone/phone-slot.ts";
import { type VisitFormValues, visitInputOf } from "./visit-form.ts";

/** The message if a scheduled visit can't be completed any more. */
const noLongerScheduled =
  "The scheduled visit was completed, cancelled or deleted meanwhile. Save again to record this one beside it.";

/**
 * Completes a scheduled visit on the typed day with what was typed, on top of its own notes and items; to be shown with
 * `showVisit`. The same again under its `key` changes nothing. If somebody else edits the visit meanwhile, it is completed as they left
 * it. Throws `changed_meanwhile` if it is no longer scheduled.
 */
export async function completeVisit(id: string, typed: VisitFormValues, key: string): Promise<Visit> {
  const { visit_date, notes, items } = visitInputOf(typed);
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
