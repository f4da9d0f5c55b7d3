import { capitalized } from "@rounds/domain/text/capitalized.ts";
import { visitStatuses } from "@rounds/domain/visits/statuses.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useController, useWatch } from "react-hook-form";
import { DoctorPicker } from "../doctors/DoctorPicker.tsx";
import { doctorQueries } from "../doctors/queries.ts";
import { DateField } from "../form/DateField.tsx";
import { SelectField } from "../form/SelectField.tsx";
import { TextArea } from "../form/TextArea.tsx";
import { Card } from "../ui/Card.tsx";
import { ConfirmDialog } from "../ui/ConfirmDialog.tsx";
import { BeginHint } from "./BeginHint.tsx";
import { leadTo, type VisitFormApi } from "./visit-form.ts";

const statuses = visitStatuses.map((value) => ({ value, label: capitalized(value) }));

type Props = {
  form: VisitFormApi;
  isNew: boolean;
  /** Adds a doctor with a name, which may be empty, and then chooses the doctor. */
  onAddDoctor: (name: string) => void;
};

/** The doctor, date, status and notes of the visit. */
export function VisitDetailsCard({ form, isNew, onAddDoctor }: Props) {
  const { register, formState, control } = form;
  const [asksAboutItems, setAsksAboutItems] = useState(false);
  const doctor = useWatch({ control, name: "doctor" });
  const { field } = useController({ control, name: "doctor_id" });
  const { field: date } = useController({ control, name: "visit_date" });
  const { errors } = formState;
  // The first doctors of the list, so that they are there when it opens.
  const first = useQuery({ ...doctorQueries.choices(""), enabled: isNew });
  const nobody = first.data?.total === 0;
  const count = asksAboutItems ? form.getValues("items").length : 0;
  return (
    <Card title="Visit Details">
      <div className="grid gap-4 sm:grid-cols-2">
        <div className="sm:col-span-2">
          <DoctorPicker
            required
            value={doctor}
            onChange={(chosen) => {
              form.setValue("doctor", chosen, { shouldDirty: true });
              field.onChange(chosen?.id ?? "");
            }}
            onAdd={onAddDoctor}
            hint={
              nobody && (
                <BeginHint
                  text="No doctors added yet."
                  onBegin={() => onAddDoctor("")}
                  label="Add your first doctor"
                />
              )
            }
            onTaken={() => leadTo(form, "new_item.product_id")}
            onBlur={field.onBlur}
            ref={field.ref}
            error={errors.doctor_id?.message}
          />
        </div>
        <DateField
          label="Visit Date"
          required
          name={date.name}
          ref={date.ref}
          value={date.value}
          onDay={date.onChange}
          onBlur={date.onBlur}
          error={errors.visit_date?.message}
        />
        <SelectField
          label="Status"
          options={statuses}
          {...register("status", {
            onChange: (event) => {
              const cancelled = event.target.value === "cancelled";
              setAsksAboutItems(cancelled && form.getValues("items").length > 0);
            },
          })}
          error={errors.status?.message}
        />
        <div className="sm:col-span-2">
          <TextArea
            label="Notes"
            rows={3}
            limit={5000}
            {...register("notes")}
            error={errors.notes?.message}
          />
        </div>
      </div>
      {asksAboutItems && (
        <ConfirmDialog
          title="Remove the items?"
          question={`This visit has ${count === 1 ? "1 sales item" : `${count} sales items`}. Should a cancelled visit keep ${count === 1 ? "it" : "them"}?`}
          details="Items that are kept count as sales and take stock, whatever the visit's status is."
          confirmLabel={count === 1 ? "Remove item" : "Remove items"}
          cancelLabel={count === 1 ? "Keep item" : "Keep items"}
          onConfirm={() => {
            form.setValue("items", [], { shouldDirty: true });
            form.clearErrors("items");
            setAsksAboutItems(false);
          }}
          onCancel={() => setAsksAboutItems(false)}
        />
      )}
    </Card>
  );
}
