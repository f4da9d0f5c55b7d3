import type { ComponentProps } from "react";
import { Select } from "../../ui/control/Select.tsx";
import { Field, type FieldProps } from "./Field.tsx";

type Props = FieldProps &
  Omit<ComponentProps<"select">, "className" | "id" | "required" | "children"> & {
    options: readonly { value: string; label: string; disabled?: boolean }[];
    /** The text for "nothing chosen"; without it there is no such option. */
    placeholder?: string;
  };

/** Chooses from a closed list, with the browser's own list. Accepts the result of `register(name)`. */
export function SelectField({ label, hint, error, required, options, placeholder, ...select }: Props) {
  return (
    <Field label={label} hint={hint} error={error} required={required}>
      {(control) => (
        <Select {...select} {...control} wrong={Boolean(error)}>
          {placeholder !== undefined && <option value="">{placeholder}</option>}
          {options.map((option) => (
            <option key={option.value} value={option.value} disabled={option.disabled}>
              {option.label}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}
