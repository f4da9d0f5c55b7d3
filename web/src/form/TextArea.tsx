import type { ComponentProps } from "react";
import { controlClass } from "../ui/control-class.ts";
import { Field, type FieldProps } from "./Field.tsx";

type Props = FieldProps & Omit<ComponentProps<"textarea">, "className" | "id" | "required">;

/** Several lines of text. */
export function TextArea({ label, hint, error, required, rows = 4, ...textarea }: Props) {
  return (
    <Field label={label} hint={hint} error={error} required={required}>
      {(control) => (
        <textarea
          {...textarea}
          {...control}
          rows={rows}
          className={`${controlClass(Boolean(error))} resize-y py-2`}
        />
      )}
    </Field>
  );
}
