import { addDays, type Day, isDay } from "@rounds/domain/calendar/calendar.ts";
import { planInput } from "@rounds/domain/today/plan.ts";
import { nearDayWords, planDayWords, plannedDayOffWords } from "@rounds/domain/today/words.ts";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { Controller, type ControllerRenderProps, type UseFormReturn } from "react-hook-form";
import { ApiError, asApiError } from "../api/api-error.ts";
import { savedWords } from "../api/phone/kept.ts";
import { queryClient } from "../api/query-client.ts";
import { FormDialog } from "../form/FormDialog.tsx";
import { DateField } from "../form/field/DateField.tsx";
import { undoOffer } from "../history/undo-offer.ts";
import { Button } from "../ui/control/Button.tsx";
import { toast } from "../ui/message/toast.ts";
import { dayPlanQuery, moveVisit } from "./queries.ts";

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
            render={({ field, fieldState: { error } }) => (
              <DayToChoose {...field} today={today} error={error?.message} />
            )}
          />
          <div className="flex flex-wrap gap-2">
            {days.map((day) => (
              <Button
                key={day}
                size="small"
                onClick={() => form.setValue("day", day, { shouldDirty: true, shouldValidate: true })}
              >
                {day === tomorrow ? `Tomorrow, ${planDayWords(day)}` : planDayWords(day)}
              </Button>
            ))}
          </div>
        </>
      )}
    </FormDialog>
  );
}

type DayProps = ControllerRenderProps<{ day: string }, "day"> & {
  today: Day;
  error: string | undefined;
};

/** The day, with its weekday, or why it is none for field work: the person may choose it all the same. */
function DayToChoose({ today, onChange, error, ...field }: DayProps) {
  const day = isDay(field.value) && field.value >= today ? field.value : undefined;
  const { data } = useQuery(
    { ...dayPlanQuery(day ?? today, today), enabled: day !== undefined },
    // The dialog may stand apart from the page.
    queryClient,
  );
  const off = data?.day === day && data ? plannedDayOffWords(data) : null;
  return (
    <DateField
      missingYear="next"
      label="Day"
      required
      min={today}
      {...field}
      onDay={onChange}
      hint={day && (off ?? nearDayWords(day))}
      error={error}
    />
  );
}

/** A day on which the doctor is planned already is wrong in the field that asks for it. */
function sayAtDay(thrown: unknown): never {
  const error = asApiError(thrown);
  const { visit_date: day } = error.fields;
  if (!day) throw thrown;
  throw new ApiError(error.status, { code: error.code, message: error.message, fields: { day } });
}
