import type { Visit } from "@rounds/domain/visits/visit.ts";
import { useQuery } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { useCallback, useEffect, useRef, useState } from "react";
import { isMissing } from "../api/api-error.ts";
import { today } from "../api/clock.ts";
import { useConflict } from "../form/useConflict.tsx";
import { useEntryForm } from "../form/useEntryForm.ts";
import { paths } from "../paths.ts";
import { toast } from "../ui/toast.ts";
import { useReturnOnFailure } from "../ui/useFailureToast.ts";
import { useGoLater } from "../ui/useGoLater.ts";
import { useRowId } from "../ui/useRowId.ts";
import { describeVisit, mergeVisits } from "./merge-visits.ts";
import { saveVisit, showVisit, visitQueries } from "./queries.ts";
import { completedForm } from "./scheduled-visit.ts";
import { VisitForm } from "./VisitForm.tsx";
import { VisitFormSkeleton } from "./VisitFormSkeleton.tsx";
import { VisitMissing } from "./VisitMissing.tsx";
import { storedVisitForm, visitForm, visitInputOf } from "./visit-form.ts";

/** Edits a visit with its items. */
export function EditVisitPage() {
  const id = useRowId();
  const visit = useQuery({ ...visitQueries.row(id), refetchOnMount: "always" });
  const [begun, setBegun] = useState(false);
  const begin = useCallback(() => setBegun(true), []);
  // Deleted by somebody else while it is being edited: the input stays, and saving says so.
  const missing = isMissing(visit.error) && !begun;
  const failed = visit.data || missing ? null : visit.error;
  useReturnOnFailure(failed, "Error loading visit details", paths.visits());
  if (missing) return <VisitMissing title="Edit Visit" />;
  // An edit starts with the newest version, not with the one that was loaded some time ago.
  if (!visit.data || !visit.isFetchedAfterMount) {
    return <VisitFormSkeleton title="Edit Visit" back={paths.visit(id)} />;
  }
  return <EditVisitForm key={id} visit={visit.data} deleted={isMissing(visit.error)} onBegin={begin} />;
}

function EditVisitForm({ visit, deleted, onBegin }: { visit: Visit; deleted: boolean; onBegin: () => void }) {
  const goLater = useGoLater();
  useEffect(onBegin, [onBegin]);
  const entry = useEntryForm({
    schema: visitForm,
    defaultValues: storedVisitForm(visit),
    draftKey: `visits/${visit.id}/edit`,
    version: visit.version,
  });
  const { completes } = useRouter().history.location.state;
  const { form, restored } = entry;
  const toComplete = useRef(restored ? undefined : completes);
  useEffect(() => {
    const typed = toComplete.current;
    if (!typed) return;
    toComplete.current = undefined;
    const completed = completedForm(form.getValues(), typed, today());
    for (const field of ["visit_date", "status", "notes", "items", "new_item"] as const) {
      form.setValue(field, completed[field], { shouldDirty: true });
    }
  }, [form]);
  const meanwhile = useConflict({
    entry,
    current: visit,
    deleted,
    merge: mergeVisits,
    describe: describeVisit,
    valuesOf: storedVisitForm,
    onSeen: showVisit,
  });
  return (
    <VisitForm
      title="Edit Visit"
      back={paths.visit(visit.id)}
      backLabel="Back to the visit"
      entry={entry}
      isNew={false}
      stored={deleted ? [] : visit.sales}
      onSave={(values) => saveVisit(visit.id, { ...visitInputOf(values), version: entry.version })}
      onSaved={() => {
        toast.success("Visit updated successfully!");
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
