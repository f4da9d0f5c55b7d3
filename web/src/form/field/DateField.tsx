import { type Day, formatDay, isDay } from "@rounds/domain/calendar/calendar.ts";
import { type ComponentProps, useState } from "react";
import { Button } from "../../ui/control/Button.tsx";
import { DayInput } from "../../ui/control/DayInput.tsx";
import { Field, type FieldProps } from "./Field.tsx";

type Props = FieldProps & Omit<ComponentProps<typeof DayInput>, "id" | "required" | "wrong" | "onNearer">;

/** A calendar day, `yyyy-MM-dd`, or typed text that is not a day. It asks about a year that was not typed. */
export function DateField({ label, hint, error, required, ...input }: Props) {
  const { value, onDay } = input;
  const [nearer, setNearer] = useState<Day | null>(null);
  const isOpen = nearer !== null && isDay(value) && value !== nearer && value.slice(4) === nearer.slice(4);
  return (
    <Field label={label} hint={!isOpen && hint} error={error} required={required}>
      {(control) => (
        <>
          <DayInput {...input} {...control} onNearer={setNearer} wrong={Boolean(error)} />
          {/* There before the question, so that screen readers say it. */}
          <div aria-live="polite" className="text-small text-muted">
            {isOpen && (
              <p className="mt-1 flex flex-wrap items-center gap-2">
                This is {formatDay(value)}. Did you mean {formatDay(nearer)}?
                <Button
                  size="small"
                  onClick={() => {
                    // The button goes, and the keyboard goes on from the field.
                    document.getElementById(control.id)?.focus();
                    onDay(nearer);
                  }}
                >
                  Use {formatDay(nearer)}
                </Button>
              </p>
            )}
          </div>
        </>
      )}
    </Field>
  );
}
