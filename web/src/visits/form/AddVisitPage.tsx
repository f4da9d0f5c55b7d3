import { errorMessage } from "@rounds/domain/errors/errors.ts";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { isMissing } from "../../api/api-error.ts";
import { today } from "../../api/clock.ts";
import { type ChosenDoctor, chosenDoctor } from "../../doctors/DoctorPicker.tsx";
import { doctorQueries } from "../../doctors/queries.ts";
import { useEntryForm } from "../../form/useEntryForm.ts";
import { paths } from "../../paths.ts";
import { useSearch } from "../../router/RouterProvider.tsx";
import { addVisitSearch } from "../../search.ts";
import { useFailureToast } from "../../ui/message/useFailureToast.ts";
import { newVisitDraft, useNewVisit } from "./useNewVisit.ts";
import { VisitForm } from "./VisitForm.tsx";
import { VisitFormSkeleton } from "./VisitFormSkeleton.tsx";
import { newVisitForm, visitForm } from "./visit-form.ts";

/** Records a visit. The address may name its doctor. */
export function AddVisitPage() {
  const { doctor_id = "" } = addVisitSearch(useSearch());
  const doctor = useQuery({ ...doctorQueries.row(doctor_id), enabled: doctor_id !== "" });
  const isGone = isMissing(doctor.error);
  useFailureToast(isGone ? null : doctor.error, "Database error fetching doctors");
  if (doctor_id !== "" && doctor.isPending)
    return <VisitFormSkeleton title="Add Visit" back={paths.visits()} toOrigin />;
  return (
    <AddVisitForm
      key={doctor_id}
      doctor={doctor.data ? chosenDoctor(doctor.data) : null}
      gone={isGone ? doctor_id : undefined}
    />
  );
}

type Props = {
  doctor: ChosenDoctor | null;
  /** The address names this doctor, who does not exist: never did, or was deleted, perhaps while the form is open. */
  gone: string | undefined;
};

function AddVisitForm({ doctor, gone }: Props) {
  const entry = useEntryForm({
    schema: visitForm,
    defaultValues: newVisitForm(today(), doctor),
    draftKey: newVisitDraft,
  });
  const { setFocus, setError, getValues } = entry.form;
  const begins = !entry.restored && (doctor === null ? "doctor_id" : "new_item.product_id");
  useEffect(() => {
    // Typing can start at once; on a touch screen this would cover the form with a keyboard.
    if (begins && !window.matchMedia("(hover: none)").matches) setFocus(begins);
  }, [begins, setFocus]);
  useEffect(() => {
    const chosen = getValues("doctor_id");
    if (gone && (chosen === "" || chosen === gone)) {
      setError("doctor_id", { type: "server", message: errorMessage("doctor_missing") });
    }
  }, [gone, getValues, setError]);
  return (
    <VisitForm
      title="Add Visit"
      back={paths.visits()}
      backLabel="Back"
      toOrigin
      entry={entry}
      isNew
      {...useNewVisit(entry)}
      submitLabel="Add Visit"
      busyLabel="Adding..."
    />
  );
}
