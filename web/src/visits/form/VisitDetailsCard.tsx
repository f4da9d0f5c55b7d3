import { useQuery } from "@tanstack/react-query";
import { useController, useWatch } from "react-hook-form";
import { useToday } from "../../api/clock.ts";
import { DoctorPicker } from "../../doctors/DoctorPicker.tsx";
import { doctorQueries } from "../../doctors/queries.ts";
import { Card } from "../../ui/figure/Card.tsx";
import { BeginHint } from "./BeginHint.tsx";
import { VisitFields } from "./VisitFields.tsx";
import { leadTo, type VisitFormApi } from "./visit-form.ts";

type Props = {
  form: VisitFormApi;
  isNew: boolean;
  /** Adds a doctor with a name, which may be empty, and then chooses the doctor. */
  onAddDoctor: (name: string) => void;
};

/** The doctor, date, status and notes of the visit. */
export function VisitDetailsCard({ form, isNew, onAddDoctor }: Props) {
  const { formState, control } = form;
  const doctor = useWatch({ control, name: "doctor" });
  const { field } = useController({ control, name: "doctor_id" });
  const { errors } = formState;
  // The first doctors of the list, so that they are there when it opens.
  const today = useToday();
  const first = useQuery({ ...doctorQueries.choices("", today), enabled: isNew });
  const nobody = first.data?.total === 0;
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
              // What was said of another doctor, before the form was sent for the first time.
              if (chosen) form.clearErrors("doctor_id");
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
        <VisitFields form={form} />
      </div>
    </Card>
  );
}
