import { addDays, type Day } from "@rounds/domain/calendar/calendar.ts";
import { planInput } from "@rounds/domain/today/plan.ts";
import { planDayWords } from "@rounds/domain/today/words.ts";
import { useMemo } from "react";
import { Controller, type UseFormReturn } from "react-hook-form";
import { ApiError, asApiError } from "../api/api-error.ts";
import { DateField } from "../form/DateField.tsx";
import { FormDialog } from "../form/FormDialog.tsx";
import { Button } from "../ui/Button.tsx";
import { tellMoved, tellPlanned } from "./plan-doctor.ts";
import { moveVisit, planVisit } from "./queries.ts";

type Props = {
  doctor: { id: string; name: string };
  /** The planned visit to move; without one, a new one is planned. */
  visit_id?: string | undefined;
  today: Day;
  /** The person's next field day. */
  next_day: Day;
  /** Further days to choose from with one tap. */
  more?: readonly Day[];
  onClose: () => void;
};

/** Asks for the day of a visit: tomorrow, the next field day, or any other. */
export function PlanDialog({ doctor, visit_id, today, next_day, more = [], onClose }: Props) {
  const schema = useMemo(() => planInput(today), [today]);
  const tomorrow = addDays(today, 1);
  const days = [...new Set([tomorrow, next_day, ...more])].sort();
  return (
    <FormDialog
      title={visit_id ? "Move to another day" : "Plan a visit"}
      description={doctor.name}
      schema={schema}
      defaultValues={{ day: next_day }}
      onSave={async ({ day }, id) => {
        if (visit_id) return await moveVisit(visit_id, day);
        return await planVisit(id, doctor.id, day).catch(sayAtDay);
      }}
      onSaved={(visit) => {
        if (visit_id) tellMoved(doctor, visit);
        else tellPlanned(doctor, visit);
        onClose();
      }}
      onClose={onClose}
      errorText="The visit could not be planned."
      submitLabel={visit_id ? "Move" : "Plan"}
      busyLabel="Planning..."
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
