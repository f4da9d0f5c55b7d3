import type { ComponentProps } from "react";
import { controlClass } from "../../ui/control/control-class.ts";
import { Field, type FieldProps } from "./Field.tsx";

type Props = FieldProps &
  Omit<ComponentProps<"input">, "className" | "id" | "required" | "type" | "inputMode"> & {
    /** Whole numbers get a keyboard without a decimal point. */
    whole?: boolean;
    /** A sign before the number, such as "₹". */
    prefix?: string;
  };

/** A number, with the number keyboard on phones. Accepts the result of `register(name)`. */
export function NumberField({ label, hint, error, required, whole = false, prefix, ...input }: Props) {
  return (
    <Field label={label} hint={hint} error={error} required={required}>
      {(control) => (
        <div className="relative">
          {prefix && (
            <span
              aria-hidden="true"
              className="pointer-events-none absolute inset-y-0 left-3 grid place-items-center text-muted"
            >
              {prefix}
            </span>
          )}
          <input
            autoComplete="off"
            {...input}
            {...control}
            // A number field of a browser would drop the comma of "12,50" and make 1250 of it, and 1 of "1O".
            type="text"
            inputMode={whole ? "numeric" : "decimal"}
            className={`${controlClass(Boolean(error))} ${prefix ? "pl-8" : ""}`}
          />
        </div>
      )}
    </Field>
  );
}
