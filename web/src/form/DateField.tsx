import type { ComponentProps } from "react";
import { controlClass } from "../ui/control-class.ts";
import { Field, type FieldProps } from "./Field.tsx";

type Props = FieldProps & Omit<ComponentProps<"input">, "className" | "id" | "required" | "type">;

/** A calendar day, `yyyy-MM-dd`. Takes what `register(name)` gives. */
export function DateField({ label, hint, error, required, ...input }: Props) {
  return (
    <Field label={label} hint={hint} error={error} required={required}>
      {(control) => <input {...input} {...control} type="date" className={controlClass(Boolean(error))} />}
    </Field>
  );
}
