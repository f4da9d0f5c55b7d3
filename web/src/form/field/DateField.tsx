import type { ComponentProps } from "react";
import { DayInput } from "../../ui/control/DayInput.tsx";
import { Field, type FieldProps } from "./Field.tsx";

type Props = FieldProps & Omit<ComponentProps<typeof DayInput>, "id" | "required" | "wrong">;

/** A calendar day, `yyyy-MM-dd`, or typed text that is not a day. */
export function DateField({ label, hint, error, required, ...input }: Props) {
  return (
    <Field label={label} hint={hint} error={error} required={required}>
      {(control) => <DayInput {...input} {...control} wrong={Boolean(error)} />}
    </Field>
  );
}
