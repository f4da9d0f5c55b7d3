import { type ReactNode, useId } from "react";

/** What every field has besides its control. */
export type FieldProps = {
  label: string;
  hint?: ReactNode;
  /** The error, in words that say what to do. */
  error?: string | undefined;
  required?: boolean;
};

/** The attributes of a field's control, so that screen readers announce its label, hint and error. */
type ControlProps = {
  id: string;
  required: boolean | undefined;
  "aria-invalid": true | undefined;
  "aria-describedby": string | undefined;
};

/** The frame of a field: the label above, a hint, the error under it. */
export function Field({
  label,
  hint,
  error,
  required,
  children,
}: FieldProps & { children: (control: ControlProps) => ReactNode }) {
  const id = useId();
  const described = [hint ? `${id}-hint` : "", error ? `${id}-error` : ""].filter(Boolean).join(" ");
  return (
    <div className="min-w-0">
      <label htmlFor={id} className={`mb-1 block font-medium ${required ? "required-mark" : ""}`}>
        {label}
      </label>
      {children({
        id,
        required,
        "aria-invalid": error ? true : undefined,
        "aria-describedby": described || undefined,
      })}
      {error && (
        <p id={`${id}-error`} className="mt-1 text-small wrap-anywhere text-danger">
          {error}
        </p>
      )}
      {hint && (
        <div id={`${id}-hint`} className="mt-1 text-small wrap-anywhere text-muted">
          {hint}
        </div>
      )}
    </div>
  );
}
