import { type Day, formatDay, formatWeekday } from "@rounds/domain/calendar/calendar.ts";
import { type Holiday, holiday, nationalHolidaysOf } from "@rounds/domain/coverage/settings.ts";
import { CalendarPlus, ChevronLeft, ChevronRight, Plus, Trash2 } from "lucide-react";
import { useRef, useState } from "react";
import { Controller } from "react-hook-form";
import { asApiError } from "../../api/api-error.ts";
import { FormDialog } from "../../form/FormDialog.tsx";
import { DateField } from "../../form/field/DateField.tsx";
import { TextField } from "../../form/field/TextField.tsx";
import { undoOffer } from "../../history/undo-offer.ts";
import { useRowFocus } from "../../table/rows/useRowFocus.ts";
import { Button } from "../../ui/control/Button.tsx";
import { IconButton } from "../../ui/control/IconButton.tsx";
import { Card } from "../../ui/figure/Card.tsx";
import { Skeleton } from "../../ui/message/Skeleton.tsx";
import { toast } from "../../ui/message/toast.ts";
import { removeHoliday, saveHolidays } from "./settings.ts";

type Props = {
  year: number;
  /** Undefined while they are read. */
  holidays: readonly Holiday[] | undefined;
  onYear: (year: number) => void;
};

/** The holidays of a year, with what adds and removes them. */
export function HolidaysCard({ year, holidays, onYear }: Props) {
  const [adding, setAdding] = useState(false);
  const [busy, setBusy] = useState<Day | "national">();
  const list = useRef<HTMLUListElement>(null);
  useRowFocus(list);
  const missing = nationalHolidaysOf(year).filter(({ day }) => holidays?.every((known) => known.day !== day));

  const change = async (what: Day | "national", act: () => Promise<unknown>, done: string) => {
    setBusy(what);
    try {
      toast.success(done, undoOffer(await act(), { noun: "holidays" }));
    } catch (thrown) {
      const error = asApiError(thrown);
      toast.error(error.fieldMessage ?? error.message);
    }
    setBusy(undefined);
  };

  return (
    <Card
      title="Holidays"
      actions={
        <Button icon={Plus} size="small" aria-haspopup="dialog" onClick={() => setAdding(true)}>
          Add holiday
        </Button>
      }
    >
      <p className="text-muted">Days on which nobody is in the field, besides Sundays.</p>
      <div className="mt-3 -ml-2 flex items-center gap-1">
        <IconButton
          icon={ChevronLeft}
          label="Previous year"
          disabled={year <= 1900}
          onClick={() => onYear(year - 1)}
        />
        <p aria-live="polite" className="min-w-14 text-center font-semibold tabular-nums">
          {year}
        </p>
        <IconButton
          icon={ChevronRight}
          label="Next year"
          disabled={year >= 2999}
          onClick={() => onYear(year + 1)}
        />
      </div>
      {holidays === undefined ? (
        <div className="mt-3">
          <Skeleton lines={3} label="Loading the holidays" />
        </div>
      ) : holidays.length === 0 ? (
        <p className="mt-3 border-t border-line py-3 text-muted">No holidays in {year} yet.</p>
      ) : (
        <ul
          ref={list}
          aria-label={`Holidays of ${year}`}
          className="mt-3 divide-y divide-line border-t border-line"
        >
          {holidays.map(({ day, name }) => (
            <li key={day} data-row className="flex items-center justify-between gap-3 py-1.5">
              <div className="min-w-0">
                <p className="font-medium wrap-anywhere">{name}</p>
                <p className="text-small text-muted tabular-nums">
                  {formatWeekday(day)}, {formatDay(day)}
                </p>
              </div>
              <IconButton
                icon={Trash2}
                label={`Remove ${name}`}
                danger
                disabled={busy !== undefined}
                onClick={() => void change(day, () => removeHoliday(day), `${name} is removed.`)}
              />
            </li>
          ))}
        </ul>
      )}
      {holidays && missing.length > 0 && (
        <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line pt-3 print:hidden">
          <p className="min-w-0 text-small text-muted">
            National: {missing.map(({ name }) => name).join(", ")}
          </p>
          <Button
            icon={CalendarPlus}
            size="small"
            busy={busy === "national"}
            busyLabel="Adding..."
            onClick={() =>
              void change("national", () => saveHolidays(missing), "The national holidays are added.")
            }
          >
            Add national holidays
          </Button>
        </div>
      )}
      {adding && <HolidayDialog year={year} onYear={onYear} onClose={() => setAdding(false)} />}
    </Card>
  );
}

function HolidayDialog({ onYear, onClose }: Pick<Props, "year" | "onYear"> & { onClose: () => void }) {
  return (
    <FormDialog
      title="Add holiday"
      description="A holiday on the same day gets the new name."
      schema={holiday}
      defaultValues={{ day: "", name: "" }}
      onSave={async (values) => ({ ...values, saved: await saveHolidays([values]) })}
      onSaved={({ day, name, saved }) => {
        toast.success(`${name} is added.`, undoOffer(saved, { noun: "holidays" }));
        onYear(Number(day.slice(0, 4)));
        onClose();
      }}
      onClose={onClose}
      errorText="Error adding the holiday. Please try again."
      submitLabel="Add holiday"
      busyLabel="Adding..."
    >
      {({ register, control, formState: { errors } }) => (
        <>
          <Controller
            control={control}
            name="day"
            render={({ field: { value, onChange, ...field } }) => (
              <DateField
                label="Day"
                required
                missingYear="next"
                {...field}
                value={value}
                onDay={onChange}
                error={errors.day?.message}
              />
            )}
          />
          <TextField label="Name" required {...register("name")} error={errors.name?.message} />
        </>
      )}
    </FormDialog>
  );
}
