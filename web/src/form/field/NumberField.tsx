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
            // A number field of a browser would drop the comma of "12,50" and make 1250 of it.
            type={whole ? "number" : "text"}
            inputMode={whole ? "numeric" : "decimal"}
            step={input.step ?? (whole ? 1 : 0.01)}
            className={`${controlClass(Boolean(error))} no-spinner ${prefix ? "pl-8" : ""}`}
            onWheel={(event) => {
              // Scrolling the page over a focused number must not change it.
              event.currentTarget.blur();
            }}
          />
        </div>
      )}
    </Field>
  );
}
