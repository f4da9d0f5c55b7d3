import { capitalized } from "@rounds/domain/text/capitalized.ts";
import { longestNotes } from "@rounds/domain/visits/notes.ts";
import { missingYearOf, visitStatuses } from "@rounds/domain/visits/statuses.ts";
import { useController, useWatch } from "react-hook-form";
import { DateField } from "../../form/field/DateField.tsx";
import { SelectField } from "../../form/field/SelectField.tsx";
import { TextArea } from "../../form/field/TextArea.tsx";
import { useCancelledItems } from "../items/CancelledItemsDialog.tsx";
import type { VisitFormApi } from "./visit-form.ts";

const statuses = visitStatuses.map((value) => ({ value, label: capitalized(value) }));

/** The date, status and notes of a visit, for a grid of two columns. */
export function VisitFields({ form, notesFirst = false }: { form: VisitFormApi; notesFirst?: boolean }) {
  const { register, formState, control } = form;
  const [status, items] = useWatch({ control, name: ["status", "items"] });
  const cancelledItems = useCancelledItems(
    items.length,
    () => {
      form.setValue("items", [], { shouldDirty: true });
      form.clearErrors("items");
    },
    () => {
      form.setValue(
        "kept",
        items.map(({ id }) => id),
      );
    },
  );
  const { field: date } = useController({ control, name: "visit_date" });
  const { errors } = formState;
  const notes = (
    <div className="col-span-full">
      <TextArea
        label="Notes"
        rows={notesFirst ? 2 : 3}
        limit={longestNotes}
        {...register("notes")}
        error={errors.notes?.message}
      />
    </div>
  );
  return (
    <>
      {notesFirst && notes}
      <DateField
        label="Visit Date"
        required
        name={date.name}
        ref={date.ref}
        value={date.value}
        missingYear={missingYearOf(status)}
        onDay={date.onChange}
        onBlur={date.onBlur}
        error={errors.visit_date?.message}
      />
      <SelectField
        label="Status"
        options={statuses}
        {...register("status", { onChange: (event) => cancelledItems.ask(event.target.value) })}
        error={errors.status?.message}
      />
      {!notesFirst && notes}
      {cancelledItems.question}
    </>
  );
}
