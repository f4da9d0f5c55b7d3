import { asciiDigits } from "@rounds/domain/text/digits.ts";
import { useEffect, useId, useRef } from "react";
import { controlClass } from "../../ui/control/control-class.ts";

/** How many digits every code has. */
export const codeLength = 6;

/** The digits of a typed or pasted text, which may contain spaces and words around them. */
export function digitsOf(text: string): string {
  return asciiDigits(text).replace(/\D/g, "").slice(0, codeLength);
}

type Props = {
  label: string;
  value: string;
  onChange: (code: string) => void;
  /** Runs once, when the last digit is typed or pasted. */
  onComplete: (code: string) => void;
  /** The error. Each new one selects the digits, so that typing replaces them. */
  error?: string | undefined;
  hint?: string;
  /** While the code is being checked. */
  busy?: boolean;
  /** False for one of several fields on a page with another main purpose. */
  takesFocus?: boolean;
};

/** A code of six digits from a mail, a text message or an authenticator. It takes the focus when it appears. */
export function CodeField({
  label,
  value,
  onChange,
  onComplete,
  error,
  hint,
  busy = false,
  takesFocus = true,
}: Props) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);

  useEffect(() => {
    if (takesFocus) input.current?.focus({ preventScroll: true });
  }, [takesFocus]);
  useEffect(() => {
    if (!error || busy) return;
    input.current?.focus({ preventScroll: true });
    input.current?.select();
  }, [error, busy]);

  const take = (text: string) => {
    const code = digitsOf(text);
    onChange(code);
    if (code.length === codeLength && code !== value) onComplete(code);
  };

  return (
    <div className="min-w-0">
      <label htmlFor={id} className="mb-1 block font-medium">
        {label}
      </label>
      <input
        ref={input}
        id={id}
        type="text"
        inputMode="numeric"
        autoComplete="one-time-code"
        pattern={`[0-9]{${codeLength}}`}
        required
        data-autofocus
        // No maxLength: a browser would cut off a pasted "123 456" before its space is removed.
        value={value}
        readOnly={busy}
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-message`}
        spellCheck={false}
        className={`${controlClass(Boolean(error))} tracking-[0.3em] tabular-nums`}
        onChange={(event) => take(event.target.value)}
      />
      <div id={`${id}-message`} aria-live="polite" className="text-small wrap-anywhere">
        {error ? (
          <p className="mt-1 text-danger">{error}</p>
        ) : (
          hint && <p className="mt-1 text-muted">{hint}</p>
        )}
      </div>
    </div>
  );
}
