import type { ComponentProps } from "react";
import { controlClass } from "../ui/control-class.ts";
import { Field, type FieldProps } from "./Field.tsx";

type Props = FieldProps & Omit<ComponentProps<"textarea">, "className" | "id" | "required">;

/** Several lines of text. Ctrl or ⌘ with Enter saves its form. */
export function TextArea({ label, hint, error, required, rows = 4, onKeyDown, ...textarea }: Props) {
  return (
    <Field label={label} hint={hint} error={error} required={required}>
      {(control) => (
        <textarea
          {...textarea}
          {...control}
          rows={rows}
          className={`${controlClass(Boolean(error))} resize-y py-2`}
          onKeyDown={(event) => {
            onKeyDown?.(event);
            if (event.key === "Enter" && (event.ctrlKey || event.metaKey))
              event.currentTarget.form?.requestSubmit();
          }}
        />
      )}
    </Field>
  );
}
