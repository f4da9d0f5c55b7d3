import { addDays, type Day } from "@rounds/domain/calendar/calendar.ts";
import { planInput } from "@rounds/domain/today/plan.ts";
import { planDayWords } from "@rounds/domain/today/words.ts";
import { useMemo } from "react";
import { Controller, type UseFormReturn } from "react-hook-form";
import { ApiError, asApiError } from "../api/api-error.ts";
import { savedWords } from "../api/kept.ts";
import { DateField } from "../form/DateField.tsx";
import { FormDialog } from "../form/FormDialog.tsx";
import { undoOffer } from "../history/undo-offer.ts";
import { Button } from "../ui/Button.tsx";
import { toast } from "../ui/toast.ts";
import { moveVisit } from "./queries.ts";

type Props = {
  doctor: { id: string; name: string };
  /** The planned visit to move. */
  visit_id: string;
  today: Day;
  /** The day that comes first to mind, such as the person's next field day. */
  next_day: Day;
  /** Further days to choose from with one tap. */
  more?: readonly Day[];
  /** The day that the visit has, if it is known: it is not offered. */
  planned?: Day | undefined;
  onClose: () => void;
};

/** Asks to which day a planned visit moves: tomorrow, the next field day, or any other. */
export function MoveDialog({ doctor, visit_id, today, next_day, more = [], planned, onClose }: Props) {
  const schema = useMemo(() => planInput(today), [today]);
  const tomorrow = addDays(today, 1);
  const days = [...new Set([tomorrow, next_day, ...more])].filter((day) => day !== planned).sort();
  return (
    <FormDialog
      title="Move to another day"
      description={doctor.name}
      schema={schema}
      defaultValues={{ day: next_day }}
      onSave={({ day }) => moveVisit(visit_id, day).catch(sayAtDay)}
      onSaved={(visit) => {
        const words = `${doctor.name} is planned for ${planDayWords(visit.visit_date)}.`;
        const record = { noun: "visits", id: visit.id, op: "update" } as const;
        toast.success(savedWords(visit, words), undoOffer(visit, record));
        onClose();
      }}
      onClose={onClose}
      errorText="The visit could not be moved."
      submitLabel="Move"
      busyLabel="Moving..."
    >
      {(form: UseFormReturn<{ day: string }, unknown, { day: string }>) => (
        <>
          <Controller
            control={form.control}
            name="day"
            render={({ field: { onChange, ...field }, fieldState: { error } }) => (
              <DateField
                missingYear="next"
                label="Day"
                required
                min={today}
                {...field}
                onDay={onChange}
                error={error?.message}
              />
            )}
          />
          <div className="flex flex-wrap gap-2">
            {days.map((day) => (
              <Button key={day} size="small" onClick={() => form.setValue("day", day, { shouldDirty: true })}>
                {day === tomorrow ? `Tomorrow, ${planDayWords(day)}` : planDayWords(day)}
              </Button>
            ))}
          </div>
        </>
      )}
    </FormDialog>
  );
}

/** A day on which the doctor is planned already is wrong in the field that asks for it. */
function sayAtDay(thrown: unknown): never {
  const error = asApiError(thrown);
  const { visit_date: day } = error.fields;
  if (!day) throw thrown;
  throw new ApiError(error.status, { code: error.code, message: error.message, fields: { day } });
}
