import { formatCount } from "@rounds/domain/money/count.ts";
import { type ComponentProps, useLayoutEffect, useRef, useState } from "react";
import { controlClass } from "../../ui/control/control-class.ts";
import { Field, type FieldProps } from "./Field.tsx";
import { passRef } from "./pass-ref.ts";

type Props = FieldProps &
  Omit<ComponentProps<"textarea">, "className" | "id" | "required" | "maxLength"> & {
    /** The most characters that can be saved; near this limit, the field counts them. */
    limit?: number;
  };

/**
 * Several lines of text. A text that is too long can be typed, and then shortened: a paste is never cut off silently.
 */
export function TextArea({
  label,
  hint,
  error,
  required,
  rows = 4,
  limit,
  onInput,
  ref,
  ...textarea
}: Props) {
  const [length, setLength] = useState(0);
  const field = useRef<HTMLTextAreaElement>(null);
  // Also what a form fills in by itself, such as a draft.
  useLayoutEffect(() => setLength(field.current?.value.length ?? 0));
  return (
    <Field label={label} hint={hint} error={error} required={required}>
      {(control) => (
        <>
          <textarea
            {...textarea}
            {...control}
            ref={(element) => {
              field.current = element;
              return passRef(ref, element);
            }}
            rows={rows}
            className={`${controlClass(Boolean(error))} resize-y py-2`}
            onInput={(event) => {
              setLength(event.currentTarget.value.length);
              onInput?.(event);
            }}
          />
          {limit !== undefined && <Counter length={length} limit={limit} />}
        </>
      )}
    </Field>
  );
}

/** Counts from nine tenths of the limit on. Announced only at every tenth of the rest, not at each character. */
function Counter({ length, limit }: { length: number; limit: number }) {
  const near = length >= limit * 0.9;
  const left = limit - length;
  const step = Math.max(1, Math.round(limit / 100));
  const announced = left >= 0 ? Math.floor(left / step) * step : left;
  return (
    <>
      {near && (
        <p
          aria-hidden="true"
          className={`mt-1 text-right text-small ${left < 0 ? "text-danger" : "text-muted"}`}
        >
          {formatCount(length)} of {formatCount(limit)} characters
        </p>
      )}
      <p role="status" className="sr-only">
        {near &&
          (left < 0
            ? `${formatCount(-left)} characters too many`
            : `About ${formatCount(announced)} of ${formatCount(limit)} characters left`)}
      </p>
    </>
  );
}
