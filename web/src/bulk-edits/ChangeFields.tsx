import type { BulkEditCreation } from "@rounds/domain/bulk-edits/bulk-edit.ts";
import { doctorClasses, doctorTypes } from "@rounds/domain/doctors/choices.ts";
import { capitalized } from "@rounds/domain/text/capitalized.ts";
import { Field } from "../form/Field.tsx";
import { TextField } from "../form/TextField.tsx";
import { Select } from "../ui/Select.tsx";

/** The choice that takes a class or type away. */
const noValue = "none";

/** What to change, as it is entered; empty until it is. */
export type ChangeInput = { kind: "doctor_class" | "doctor_type" | "city"; value: string };

/** The change that is sent. The server holds every value to the lists. */
export function changeOf({ kind, value }: ChangeInput): BulkEditCreation["change"] {
  return { kind, value: kind !== "city" && value === noValue ? null : value } as BulkEditCreation["change"];
}

/** What is missing, in words; undefined if nothing is. */
export function missingOf({ kind, value }: ChangeInput): string | undefined {
  if (value.trim() !== "") return undefined;
  return `Please ${kind === "city" ? "enter a city" : kind === "doctor_class" ? "choose a class" : "choose a type"}`;
}

type Props = {
  input: ChangeInput;
  error: string | undefined;
  disabled: boolean;
  onChange: (input: ChangeInput) => void;
};

/** The field to change, and its new value. */
export function ChangeFields({ input, error, disabled, onChange }: Props) {
  const { kind, value } = input;
  const choices: readonly string[] = kind === "doctor_class" ? doctorClasses : doctorTypes;
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
          </Select>
        )}
      </Field>
      {kind === "city" ? (
        <TextField
          label="New city"
          required
          error={error}
          maxLength={200}
          value={value}
          disabled={disabled}
          onChange={(event) => onChange({ kind, value: event.target.value })}
          hint="Replaces what follows the last comma of each address. An address without a comma is replaced as a whole."
        />
      ) : (
        <Field label={kind === "doctor_class" ? "New class" : "New type"} required error={error}>
          {(control) => (
            <Select
              {...control}
              value={value}
              disabled={disabled}
              onChange={(event) => onChange({ kind, value: event.target.value })}
            >
              <option value="" disabled>
                {kind === "doctor_class" ? "Select a class" : "Select a type"}
              </option>
              {choices.map((choice) => (
                <option key={choice} value={choice}>
                  {capitalized(choice)}
                </option>
              ))}
              <option value={noValue}>None</option>
            </Select>
          )}
        </Field>
      )}
    </>
  );
}
