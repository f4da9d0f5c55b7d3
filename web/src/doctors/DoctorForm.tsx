import type { DoctorInput, doctorInput } from "@rounds/domain/doctors/doctor.ts";
import type { UseFormReturn } from "react-hook-form";
import type { z } from "zod";
import { SelectField } from "../form/SelectField.tsx";
import { TextArea } from "../form/TextArea.tsx";
import { TextField } from "../form/TextField.tsx";
import { Card } from "../ui/Card.tsx";
import { type DoctorField, doctorFieldList } from "./doctor-fields.ts";

export type DoctorValues = z.input<typeof doctorInput>;
type Form = UseFormReturn<DoctorValues, unknown, DoctorInput>;

/** The fields of a doctor, for adding and for editing. */
export function DoctorForm({ form }: { form: Form }) {
  return (
    <Card>
      <div className="flex flex-col gap-4">
        {doctorFieldList.map(([name, field]) => (
          <FormField key={name} name={name} field={field} form={form} />
        ))}
      </div>
    </Card>
  );
}

function FormField({ name, field, form }: { name: keyof DoctorInput; field: DoctorField; form: Form }) {
  const { label, required, control, choices, placeholder } = field;
  const shared = { label, required, ...form.register(name), error: form.formState.errors[name]?.message };
  switch (control) {
    case "choice":
      return <SelectField {...shared} options={choices ?? []} placeholder={placeholder} />;
    case "area":
      return <TextArea {...shared} rows={3} />;
    case "text":
    case "tel":
    case "email":
      return <TextField {...shared} type={control} />;
  }
}
