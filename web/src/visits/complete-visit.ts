import type { ChangedMeanwhile } from "@rounds/domain/records/record.ts";
import { visitRoutes } from "@rounds/domain/visits/routes.ts";
import type { Visit } from "@rounds/domain/visits/visit.ts";
import { ApiError, asApiError, isGone } from "../api/api-error.ts";
import { call } from "../api/client.ts";
import { queryClient } from "../api/query-client.ts";
import { refetchAfter } from "../api/stored-rows.ts";
import { changeVisit, visitQueries } from "./queries.ts";
import { completedForm, isCompletedWith } from "./scheduled-visit.ts";
import { storedVisitForm, type VisitFormValues, visitInputOf } from "./visit-form.ts";

/** The message if a scheduled visit can't be completed any more. */
const noLongerScheduled =
  "The scheduled visit was completed, cancelled or deleted meanwhile. Save again to record this one beside it.";

/**
 * Completes a scheduled visit on the typed day with what was typed, on top of its own notes and items; to be shown with
 * `showVisit`. The same again changes nothing. If somebody else edits the visit meanwhile, it is completed as they left
 * it. Throws `changed_meanwhile` if it is no longer scheduled.
 */
export async function completeVisit(id: string, typed: VisitFormValues): Promise<Visit> {
  try {
    const known = queryClient.getQueryData(visitQueries.row(id).queryKey);
    const visit = known ?? (await call(visitRoutes.read, { params: { id } }));
    return await complete(visit, typed, 1);
  } catch (thrown) {
    const { code, status } = asApiError(thrown);
    if (!isGone(thrown) && code !== "changed_meanwhile") throw thrown;
    void refetchAfter(["visits"]);
    throw new ApiError(status, { code: "changed_meanwhile", message: noLongerScheduled });
  }
}

/** How often an edit of somebody else is taken over. */
const mostEdits = 3;

async function complete(visit: Visit, typed: VisitFormValues, attempt: number): Promise<Visit> {
  const { id, version } = visit;
  try {
    if (visit.status !== "scheduled") throw await changed(id);
    const given = { ...typed, notes: typed.notes ?? "" };
    const form = completedForm(storedVisitForm(visit), given, typed.visit_date);
    const body = { ...visitInputOf({ ...form, notes: form.notes || null }), version };
    return await changeVisit(id, body);
  } catch (thrown) {
    const error = asApiError(thrown);
    if (error.code !== "changed_meanwhile") throw thrown;
    const { current } = error.details as Partial<ChangedMeanwhile<Visit>>;
    if (!current) throw thrown;
    if (isCompletedWith(current, typed)) return current;
    if (current.status !== "scheduled" || attempt > mostEdits) throw thrown;
    return await complete(current, typed, attempt + 1);
  }
}

/** The conflict with a visit that this page knows as no longer scheduled: with its newest version. */
async function changed(id: string): Promise<ApiError> {
  const current = await call(visitRoutes.read, { params: { id } });
  return new ApiError(409, { code: "changed_meanwhile", message: noLongerScheduled, details: { current } });
}
