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
  const question = isOpen && (
    <span className="flex flex-wrap items-center gap-2">
      This is {formatDay(value)}. Did you mean {formatDay(nearer)}?
      <Button size="small" onClick={() => onDay(nearer)}>
        Use {formatDay(nearer)}
      </Button>
    </span>
  );
  return (
    <Field label={label} hint={question || hint} error={error} required={required}>
      {(control) => <DayInput {...input} {...control} onNearer={setNearer} wrong={Boolean(error)} />}
    </Field>
  );
}
