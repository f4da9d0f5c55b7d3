import type { Day } from "@rounds/domain/calendar/calendar.ts";
import { noPlanWords } from "@rounds/domain/visits/statuses.ts";
import type { Visit } from "@rounds/domain/visits/visit.ts";
import { useEffect, useRef, useState } from "react";
import { today } from "../../api/clock.ts";
import { refetchAfterWrite } from "../../api/live/stored-rows.ts";
import { useRefusals } from "../../api/permissions.ts";
import { savedWords } from "../../api/phone/kept.ts";
import { dropDraft } from "../../form/draft/drafts.ts";
import { EditPage } from "../../form/EditPage.tsx";
import { useEditForm } from "../../form/useEditForm.ts";
import { undoOffer } from "../../history/undo-offer.ts";
import { paths } from "../../paths.ts";
import { useRouter } from "../../router/RouterProvider.tsx";
import { type ToastOptions, toast } from "../../ui/message/toast.ts";
import { useGoLater } from "../../ui/navigation/useGoLater.ts";
import { useRowId } from "../../ui/navigation/useRowId.ts";
import { VisitMissing } from "../details/VisitMissing.tsx";
import { saveVisit, showVisit, visitQueries } from "../queries.ts";
import { describeVisit, mergeVisits } from "./merge-visits.ts";
import { completedForm } from "./scheduled-visit.ts";
import { VisitForm } from "./VisitForm.tsx";
import { VisitFormSkeleton } from "./VisitFormSkeleton.tsx";
import { storedVisitForm, visitForm, visitInputOf } from "./visit-form.ts";

/** Edits a visit with its items. */
export function EditVisitPage() {
  const id = useRowId();
  return (
    <EditPage
      noun="Visit"
      query={visitQueries.row(id)}
      errorText="Error loading visit details"
      back={paths.visits()}
      skeleton={() => <VisitFormSkeleton title="Edit Visit" back={paths.visit(id)} />}
      missing={<VisitMissing id={id} title="Edit Visit" />}
    >
      {(visit, deleted) => <EditVisitForm visit={visit} deleted={deleted} />}
    </EditPage>
  );
}

function EditVisitForm({ visit, deleted }: { visit: Visit; deleted: boolean }) {
  const goLater = useGoLater();
  const refusal = useRefusals().ofVisit("edit", visit);
  const { entry, meanwhile } = useEditForm({
    schema: visitForm,
    row: visit,
    deleted,
    noun: "visits",
    valuesOf: storedVisitForm,
    merge: mergeVisits,
    describe: describeVisit,
    onSeen: showVisit,
  });
  const { completes } = useRouter().history.location.state;
  const { form, restored } = entry;
  const [completedOn, setCompletedOn] = useState<Day>();
  const toComplete = useRef(restored ? undefined : completes);
  useEffect(() => {
    const typed = toComplete.current;
    if (!typed) return;
    toComplete.current = undefined;
    const { status, doctor_id } = form.getValues();
    const over = noPlanWords(status);
    if (over) {
      void refetchAfterWrite("visits");
      if (typed.draft) toast.error(over, leadToTyped(doctor_id));
      else toast.error(over);
      return;
    }
    const day = typed.visit_date ?? today();
    // A missed visit is recorded on its own day, which no form proposed as today.
    if (!typed.visit_date) setCompletedOn(day);
    const completed = completedForm(form.getValues(), typed, day);
    for (const field of ["visit_date", "status", "notes", "items", "new_item"] as const) {
      form.setValue(field, completed[field], { shouldDirty: true });
    }
    // From here on it is kept with this form.
    if (typed.draft) dropDraft(typed.draft.name, typed.draft.slot);
  }, [form]);
  return (
    <VisitForm
      title="Edit Visit"
      back={paths.visit(visit.id)}
      backLabel="Back to the visit"
      entry={entry}
      refusal={refusal}
      isNew={false}
      begun={completedOn}
      stored={visit.moves_stock === false ? null : deleted ? [] : visit.sales}
      onSave={(values) => saveVisit(visit.id, { ...visitInputOf(values), version: entry.version })}
      onSaved={(saved) => {
        toast.success(
          savedWords(saved, "Visit updated successfully!"),
          undoOffer(saved, { noun: "visits", id: visit.id, op: "update" }),
        );
        goLater(paths.visit(visit.id), 1500);
      }}
      meanwhile={meanwhile}
      errorText="Error updating visit. Please try again."
      savedTarget={paths.visit(visit.id)}
      submitLabel="Save Changes"
      busyLabel="Saving..."
    />
  );
}

/** The visit is no plan any more: the toast leads to what was typed for it, and stays until it is read. */
function leadToTyped(doctor_id: string): ToastOptions {
  return { link: { label: "Record it beside that one", target: paths.addVisit({ doctor_id }) }, duration: 0 };
}
