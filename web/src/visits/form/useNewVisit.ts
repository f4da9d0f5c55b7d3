import { type Day, formatDay } from "@rounds/domain/calendar/calendar.ts";
import type { Doctor } from "@rounds/domain/doctors/doctor.ts";
import { lineTotal, toRupees } from "@rounds/domain/money/money.ts";
import type { Visit, VisitInput } from "@rounds/domain/visits/visit.ts";
import type { VisitRow } from "@rounds/domain/visits/visit-list.ts";
import { useRef } from "react";
import { type ApiError, asApiError, isMissing } from "../../api/api-error.ts";
import { today } from "../../api/clock.ts";
import { rowInLists } from "../../api/live/stored-rows.ts";
import { newId } from "../../api/new-id.ts";
import { painted } from "../../api/painted.ts";
import { savedWords } from "../../api/phone/kept.ts";
import { addPending } from "../../api/phone/pending-rows.ts";
import { useAuth } from "../../api/session/AuthProvider.tsx";
import { useComeBack } from "../../form/draft/useComeBack.ts";
import type { EntryForm } from "../../form/useEntryForm.ts";
import { undoOffer } from "../../history/undo-offer.ts";
import { paths } from "../../paths.ts";
import { toast } from "../../ui/message/toast.ts";
import { useLeave } from "../../ui/navigation/useLeave.ts";
import type { ShownVisit } from "../list/shown-visits.ts";
import { recordVisit, showVisit } from "../queries.ts";
import { completeCorrected, completeVisit } from "./complete-visit.ts";
import { type VisitFormApi, type VisitFormInput, type VisitFormValues, visitInputOf } from "./visit-form.ts";

/** Where forms of a new visit keep what is typed: one draft, with which any of them continues. */
export const newVisitDraft = "visits/add";

/**
 * How a form saves a new visit: it is left as soon as the visit is sent, lists show the visit while it is being saved,
 * and the form comes back with everything if it is refused.
 */
export function useNewVisit({ id: entryId, form, base }: EntryForm<VisitFormInput, VisitFormValues>) {
  const { user } = useAuth();
  const leave = useLeave();
  const comingBack = useComeBack();
  /** Takes the visit out of the lists that show it while it is being saved. */
  const hide = useRef(() => {});
  return {
    errorText: addingFailed,
    savedTarget: paths.visit(entryId),
    begun: base.visit_date,
    onSave: async (values: VisitFormValues) => {
      const { completes } = values;
      const typed = visitInputOf(values);
      if (!completes) return await recordVisit({ ...typed, id: entryId }, values.sent);
      const earlier = earlierAttempt(form, completes);
      const key = () => keyOf(form, completes, typed);
      try {
        return earlier && JSON.stringify(earlier.typed) !== JSON.stringify(typed)
          ? await completeCorrected(completes, typed, earlier, key)
          : await completeVisit(completes, typed, key());
      } catch (thrown) {
        if (!asApiError(thrown).retryable) form.setValue("attempt", undefined);
        // The next attempt records a visit of its own.
        if (asApiError(thrown).code === "changed_meanwhile") form.setValue("completes", undefined);
        throw thrown;
      }
    },
    onSent: (values: VisitFormValues) => {
      const comeBack = comingBack();
      hide.current = addPending(
        "visits",
        pendingVisit(values.completes || entryId, values, user?.id ?? null),
      );
      leave(paths.visits(), { toOrigin: true });
      return (problem: ApiError) => {
        hide.current();
        void comeBack(isMissing(problem) ? problem.message : addingFailed);
      };
    },
    onSaved: (visit: Visit, wasLeft?: boolean) => {
      const { id, visit_date } = visit;
      const said = id === entryId ? "Visit added successfully!" : "Scheduled visit completed!";
      const undo = id === entryId ? undefined : undoOffer(visit, { noun: "visits", id, op: "update" });
      toast.success(savedWords(visit, said), visit_date > today() ? leadTo(id, visit_date) : undo);
      // That it is safe is said before the next screen takes the processor.
      void (wasLeft ? Promise.resolve() : painted()).then(() => {
        // Lists have it themselves by then.
        void showVisit(visit).finally(hide.current);
        if (!wasLeft) leave(paths.visits(), { toOrigin: true });
      });
    },
  };
}

/** The key of a completion: the same content again, after an answer that was lost, is the same operation. */
function keyOf(form: VisitFormApi, completes: string, typed: VisitInput): string {
  const content = JSON.stringify([completes, typed]);
  const known = form.getValues("attempt");
  if (known?.content === content) return known.key;
  const key = newId();
  form.setValue("attempt", { key, content });
  return key;
}

/** An attempt to complete that visit which got no answer. */
function earlierAttempt(
  form: VisitFormApi,
  completes: string,
): { typed: VisitInput; key: string } | undefined {
  const attempt = form.getValues("attempt");
  if (!attempt) return undefined;
  // It is what `keyOf` wrote.
  const [id, typed] = JSON.parse(attempt.content) as [string, VisitInput];
  return id === completes ? { typed, key: attempt.key } : undefined;
}

const addingFailed = "Error adding visit. Please try again.";

/** The list shows the days up to today: the toast links to a visit in the future, and stays until it is read. */
function leadTo(id: string, day: Day) {
  return { link: { label: `See it on ${formatDay(day)}`, target: paths.visit(id) }, duration: 8000 };
}

/** The visit of a form as lists show it while its author saves it. */
function pendingVisit(id: string, values: VisitFormValues, author: string | null): ShownVisit {
  const { doctor_id, doctor, visit_date, status, notes, items } = values;
  const total = items.reduce((sum, { quantity, unit_price }) => sum + lineTotal(quantity, unit_price), 0n);
  return {
    id,
    visit_date,
    status,
    notes: notes || null,
    created_by: author,
    total_sales: toRupees(total),
    item_count: items.length,
    doctor: {
      id: doctor_id,
      name: doctor?.name ?? "",
      specialization: doctor?.specialization ?? null,
      hospital: doctor?.hospital ?? null,
      address: rowInLists<Doctor>("doctors", doctor_id)?.address ?? (doctor?.city || null),
    } satisfies VisitRow["doctor"],
    saving: true,
  };
}
