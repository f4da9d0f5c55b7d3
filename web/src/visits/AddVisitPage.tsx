import { type Day, formatDay } from "@rounds/domain/calendar/calendar.ts";
import { useQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { today } from "../api/clock.ts";
import { addPending } from "../api/pending-rows.ts";
import { type ChosenDoctor, chosenDoctor } from "../doctors/DoctorPicker.tsx";
import { doctorQueries } from "../doctors/queries.ts";
import { useComeBack } from "../form/useComeBack.ts";
import { useEntryForm } from "../form/useEntryForm.ts";
import { paths } from "../paths.ts";
import { addVisitSearch } from "../search.ts";
import { toast } from "../ui/toast.ts";
import { useFailureToast } from "../ui/useFailureToast.ts";
import { useLeave } from "../ui/useLeave.ts";
import { pendingVisit } from "./pending-visit.ts";
import { recordVisit, showVisit } from "./queries.ts";
import { VisitForm } from "./VisitForm.tsx";
import { VisitFormSkeleton } from "./VisitFormSkeleton.tsx";
import { newVisitForm, visitForm, visitInputOf } from "./visit-form.ts";

/** Records a visit. The address may name its doctor. */
export function AddVisitPage() {
  const { doctor_id = "" } = addVisitSearch(useSearch({ strict: false }));
  const doctor = useQuery({ ...doctorQueries.row(doctor_id), enabled: doctor_id !== "" });
  useFailureToast(doctor.error, "Database error fetching doctors");
  if (doctor_id !== "" && doctor.isPending)
    return <VisitFormSkeleton title="Add Visit" back={paths.visits()} toOrigin />;
  return <AddVisitForm key={doctor_id} doctor={doctor.data ? chosenDoctor(doctor.data) : null} />;
}

function AddVisitForm({ doctor }: { doctor: ChosenDoctor | null }) {
  const leave = useLeave();
  const comingBack = useComeBack();
  /** Takes the visit out of the lists that show it while it is being saved. */
  const hide = useRef(() => {});
  const entry = useEntryForm({
    schema: visitForm,
    defaultValues: newVisitForm(today(), doctor),
    draftKey: "visits/add",
  });
  const { setFocus } = entry.form;
  const begins = !entry.restored && (doctor === null ? "doctor_id" : "new_item.product_id");
  useEffect(() => {
    // Typing can start at once; on a touch screen this would cover the form with a keyboard.
    if (begins && !window.matchMedia("(hover: none)").matches) setFocus(begins);
  }, [begins, setFocus]);
  return (
    <VisitForm
      title="Add Visit"
      back={paths.visits()}
      backLabel="Back"
      toOrigin
      entry={entry}
      isNew
      onSave={(values) => recordVisit({ ...visitInputOf(values), id: entry.id }, values.sent)}
      onSent={(values) => {
        const comeBack = comingBack();
        hide.current = addPending("visits", pendingVisit(entry.id, values));
        leave(paths.visits(), { toOrigin: true });
        return () => {
          hide.current();
          void comeBack(addingFailed);
        };
      }}
      onSaved={(visit, wasLeft) => {
        const { id, visit_date } = visit;
        // Lists have it themselves by then.
        void showVisit(visit).finally(hide.current);
        toast.success("Visit added successfully!", visit_date > today() ? leadTo(id, visit_date) : undefined);
        if (!wasLeft) leave(paths.visits(), { toOrigin: true });
      }}
      errorText={addingFailed}
      savedTarget={paths.visit(entry.id)}
      submitLabel="Add Visit"
      busyLabel="Adding..."
    />
  );
}

const addingFailed = "Error adding visit. Please try again.";

/** The list shows the days up to today: the toast links to a visit in the future, and stays until it is read. */
function leadTo(id: string, day: Day) {
  return { link: { label: `See it on ${formatDay(day)}`, target: paths.visit(id) }, duration: 8000 };
}
