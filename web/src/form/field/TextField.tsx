import type { ComponentProps } from "react";
import { controlClass } from "../../ui/control/control-class.ts";
import { Field, type FieldProps } from "./Field.tsx";

type Props = FieldProps & Omit<ComponentProps<"input">, "className" | "id" | "required">;

/** One line of text; `type` may be text, email, tel, password or url. Accepts the result of `register(name)`. */
export function TextField({ label, hint, error, required, type = "text", ...input }: Props) {
  return (
    <Field label={label} hint={hint} error={error} required={required}>
      {(control) => (
        <input
          autoComplete="off"
          {...input}
          {...control}
          type={type}
          className={controlClass(Boolean(error))}
        />
      )}
    </Field>
  );
}
