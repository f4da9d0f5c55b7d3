import { doctorClasses, doctorTypes, maxNorm } from "@rounds/domain/doctors/choices.ts";
import { capitalized } from "@rounds/domain/text/capitalized.ts";
import { usePeople } from "../api/people.ts";
import { Field } from "../form/field/Field.tsx";
import { TextField } from "../form/field/TextField.tsx";
import { Select } from "../ui/control/Select.tsx";
import { ChoiceField, PersonChoice } from "./ChoiceField.tsx";
import { type ChangeInput, noValue } from "./change-input.ts";

type Props = {
  input: ChangeInput;
  error: string | undefined;
  disabled: boolean;
  onChange: (input: ChangeInput) => void;
};

/** The field to change, and its new value. Whose doctors they are is no question for somebody who works alone. */
export function ChangeFields({ input: { kind, value }, error, disabled, onChange }: Props) {
  const { isTeam } = usePeople({ read: true });
  const field = { error, disabled, value, onChange: (next: string) => onChange({ kind, value: next }) };
  return (
    <>
      <Field label="What to change">
        {(control) => (
          <Select
            {...control}
            value={kind}
            disabled={disabled}
            onChange={(event) => onChange({ kind: event.target.value as ChangeInput["kind"], value: "" })}
          >
            <option value="doctor_class">Class</option>
            <option value="doctor_type">Type</option>
            <option value="city">City</option>
            <option value="norm">Calls a month</option>
            {isTeam && <option value="representative_id">Representative</option>}
          </Select>
        )}
      </Field>
      {kind === "city" ? (
        <TextField
          {...field}
          label="New city"
          required
          maxLength={200}
          onChange={(event) => field.onChange(event.target.value)}
          hint="Replaces what follows the last comma of each address. An address without a comma is replaced as a whole."
        />
      ) : kind === "representative_id" ? (
        <PersonChoice {...field} label="New representative" />
      ) : (
        <ChoiceField {...field} {...choices[kind]} />
      )}
    </>
  );
}

type Choice = { label: string; placeholder: string; options: readonly { value: string; label: string }[] };

const none = { value: noValue, label: "None" };
const norms = Array.from({ length: maxNorm }, (_, before) => String(before + 1));

const choices: Record<"doctor_class" | "doctor_type" | "norm", Choice> = {
  doctor_class: {
    label: "New class",
    placeholder: "Select a class",
    options: [...doctorClasses.map((value) => ({ value, label: value })), none],
  },
  doctor_type: {
    label: "New type",
    placeholder: "Select a type",
    options: [...doctorTypes.map((value) => ({ value, label: capitalized(value) })), none],
  },
  norm: {
    label: "New calls a month",
    placeholder: "Select a number",
    options: [
      { value: noValue, label: "As many as for the class" },
      { value: "0", label: "0: no target" },
      ...norms.map((value) => ({ value, label: value })),
    ],
  },
};
