import { Eye, EyeOff } from "lucide-react";
import { type ComponentProps, useState } from "react";
import { controlClass } from "../../ui/control/control-class.ts";
import { Field, type FieldProps } from "./Field.tsx";

type Props = FieldProps & Omit<ComponentProps<"input">, "className" | "id" | "required" | "type">;

/** A password, with a button that shows and hides it. */
export function PasswordField({ label, hint, error, required, ...input }: Props) {
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  const words = shown ? "Hide password" : "Show password";
  return (
    <Field label={label} hint={hint} error={error} required={required}>
      {(control) => (
        <div className="relative">
          <input
            {...input}
            {...control}
            type={shown ? "text" : "password"}
            autoCapitalize="none"
            spellCheck={false}
            className={`${controlClass(Boolean(error))} pr-11`}
          />
          <button
            type="button"
            aria-label={words}
            title={words}
            className="absolute inset-y-0 right-0 grid w-11 place-items-center rounded-control text-muted hover:text-ink"
            onClick={() => setShown(!shown)}
          >
            <Icon size={18} aria-hidden="true" />
          </button>
        </div>
      )}
    </Field>
  );
}
