import { maxNorm } from "@rounds/domain/doctors/choices.ts";
import type { DoctorInput, doctorInput } from "@rounds/domain/doctors/doctor.ts";
import { plainCount } from "@rounds/domain/money/typed-count.ts";
import { useQuery } from "@tanstack/react-query";
import type { ComponentProps } from "react";
import type { UseFormReturn } from "react-hook-form";
import type { z } from "zod";
import { peopleQuery } from "../../api/people.ts";
import { nameOf } from "../../api/person-name.ts";
import { NumberField } from "../../form/field/NumberField.tsx";
import { SelectField } from "../../form/field/SelectField.tsx";
import { TextField } from "../../form/field/TextField.tsx";
import { Card } from "../../ui/figure/Card.tsx";
import { AddressField } from "./AddressField.tsx";
import { DoctorsAlike, type OwnDoctor } from "./DoctorsAlike.tsx";
import { type DoctorField, doctorFieldList, normWords } from "./doctor-fields.ts";

export type DoctorValues = z.input<typeof doctorInput>;
type Form = UseFormReturn<DoctorValues, unknown, DoctorInput>;

type Props = {
  form: Form;
  /** The city with which a new doctor's address starts. */
  city?: string;
  /** The doctor whose form this is; a new one has an id too. */
  own?: OwnDoctor;
  /** Why the doctor can't be given to somebody else. */
  unmovable?: string | undefined;
};

/** The fields of a doctor, for adding and editing. */
export function DoctorForm(props: Props) {
  return (
    <Card>
      <DoctorFields {...props} />
    </Card>
  );
}

/** The same without a card, for a dialog. */
export function DoctorFields({ form, city = "", own, unmovable }: Props) {
  return (
    <div className="flex flex-col gap-4">
      {doctorFieldList.map(([name, field]) => (
        <div key={name}>
          <FormField name={name} field={field} form={form} city={city} unmovable={unmovable} />
          {name === "name" && <DoctorsAlike form={form} own={own} />}
        </div>
      ))}
    </div>
  );
}

type FieldProps = {
  name: keyof DoctorInput;
  field: DoctorField;
  form: Form;
  city: string;
  unmovable: string | undefined;
};

function FormField({ name, field, form, city, unmovable }: FieldProps) {
  const { label, required, control, choices, placeholder, hint } = field;
  const shared = {
    label,
    required,
    hint,
    ...form.register(name),
    error: form.formState.errors[name]?.message,
  };
  switch (control) {
    case "choice":
      return <SelectField {...shared} options={choices ?? []} placeholder={placeholder} />;
    case "number":
      return (
        <NumberField
          {...shared}
          {...form.register(name, { setValueAs: numberOf })}
          whole
          min={0}
          max={maxNorm}
          placeholder={normWords({ doctor_class: form.watch("doctor_class") })}
        />
      );
    case "person":
      return (
        <PersonField {...shared} value={form.watch(name)} placeholder={placeholder} refusal={unmovable} />
      );
    case "area":
      return <AddressField {...shared} rows={3} limit={500} city={city} />;
    case "text":
    case "tel":
    case "email":
      return <TextField {...shared} type={control} />;
  }
}

/** What a number field holds: the number, "" for none, or the text that is none. */
function numberOf(value: unknown): unknown {
  return value === "" || value === null || value === undefined ? "" : plainCount(String(value));
}

type PersonFieldProps = Omit<ComponentProps<typeof SelectField>, "options" | "value"> & {
  /** The chosen person's id, who may not be known yet or any more. */
  value: unknown;
  /** Why nobody else can be chosen; the field then says so. */
  refusal?: string | undefined;
};

/** Chooses to whom a doctor belongs. Accepts the result of `register(name)`. */
function PersonField({ value, refusal, ...select }: PersonFieldProps) {
  const { data, isPending } = useQuery(peopleQuery);
  const people = data?.rows ?? [];
  const options = people.map(({ id, name }) => ({ value: id, label: name }));
  // The browser shows a choice only if it is in the list.
  if (typeof value === "string" && value && !people.some(({ id }) => id === value)) {
    options.push({ value, label: isPending ? "Loading…" : nameOf(people, value) });
  }
  if (refusal) {
    const own = options.filter((option) => option.value === value);
    return <SelectField {...select} placeholder={undefined} hint={refusal} options={own} />;
  }
  return <SelectField {...select} options={options} />;
}
