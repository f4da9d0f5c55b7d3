import { epochDays, formatDay, isDay } from "@rounds/domain/calendar/calendar.ts";
import { type LeaveRange, leaveRange } from "@rounds/domain/coverage/settings.ts";
import { useQuery } from "@tanstack/react-query";
import { Plus, Trash2 } from "lucide-react";
import { useRef, useState } from "react";
import { Controller, type UseFormReturn } from "react-hook-form";
import { asApiError } from "../api/api-error.ts";
import { useToday } from "../api/clock.ts";
import { FormDialog } from "../form/FormDialog.tsx";
import { DateField } from "../form/field/DateField.tsx";
import { undoOffer } from "../history/undo-offer.ts";
import { useRowFocus } from "../table/rows/useRowFocus.ts";
import { Button } from "../ui/control/Button.tsx";
import { IconButton } from "../ui/control/IconButton.tsx";
import { Card } from "../ui/figure/Card.tsx";
import { counted } from "../ui/figure/counted.ts";
import { Tag } from "../ui/figure/Tag.tsx";
import { QueryFallback } from "../ui/message/QueryFallback.tsx";
import { toast } from "../ui/message/toast.ts";
import { addLeave, leaveQuery, removeLeave } from "./leave.ts";

/** One's own leave, past and future, with what adds and removes it. */
export function LeaveCard() {
  const query = useQuery(leaveQuery());
  const [adding, setAdding] = useState(false);
  const [busy, setBusy] = useState(false);
  const day = useToday();
  const list = useRef<HTMLUListElement>(null);
  useRowFocus(list);
  // The next leave is what people look for.
  const ranges = query.data?.ranges.toReversed();

  const remove = async (range: LeaveRange) => {
    setBusy(true);
    try {
      const saved = await removeLeave(range);
      toast.success(`Leave removed: ${rangeWords(range)}.`, undoOffer(saved, { noun: "leave_days" }));
    } catch (thrown) {
      const error = asApiError(thrown);
      toast.error(error.fieldMessage ?? error.message);
    }
    setBusy(false);
  };

  return (
    <Card
      title="Leave"
      actions={
        <Button icon={Plus} size="small" aria-haspopup="dialog" onClick={() => setAdding(true)}>
          Add leave
        </Button>
      }
    >
      <p className="text-muted">Days on which you see no doctors. They don't count as your field days.</p>
      {ranges ? (
        ranges.length > 0 && (
          <ul ref={list} aria-label="Leave" className="mt-4 divide-y divide-line border-t border-line">
            {ranges.map((range) => (
              <li key={range.from} data-row className="flex items-center justify-between gap-3 py-1.5">
                <div className="min-w-0">
                  <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium tabular-nums">
                    {rangeWords(range)}
                    {range.from <= day && day <= range.to && <Tag tone="accent">Now</Tag>}
                  </p>
                  <p className="text-small text-muted">
                    {counted(epochDays(range.to) - epochDays(range.from) + 1, "day")}
                  </p>
                </div>
                <IconButton
                  icon={Trash2}
                  label={`Remove leave ${rangeWords(range)}`}
                  danger
                  disabled={busy}
                  onClick={() => void remove(range)}
                />
              </li>
            ))}
          </ul>
        )
      ) : (
        <div className="mt-4">
          <QueryFallback
            query={query}
            message="Error loading your leave. Please try again."
            lines={2}
            label="Loading your leave"
          />
        </div>
      )}
      {ranges?.length === 0 && <p className="mt-3 border-t border-line pt-3 text-muted">No leave entered.</p>}
      {adding && <LeaveDialog onClose={() => setAdding(false)} />}
    </Card>
  );
}

function rangeWords({ from, to }: LeaveRange): string {
  return from === to ? formatDay(from) : `${formatDay(from)} to ${formatDay(to)}`;
}

function LeaveDialog({ onClose }: { onClose: () => void }) {
  return (
    <FormDialog
      title="Add leave"
      description="Both days are included. Sundays and holidays between them don't matter."
      schema={leaveRange}
      defaultValues={{ from: "", to: "" }}
      onSave={addLeave}
      onSaved={(saved) => {
        toast.success("Leave added.", undoOffer(saved, { noun: "leave_days" }));
        onClose();
      }}
      onClose={onClose}
      errorText="Error adding the leave. Please try again."
      submitLabel="Add leave"
      busyLabel="Adding..."
    >
      {(form) => (
        <div className="grid gap-4 sm:grid-cols-2">
          <LeaveDay form={form} name="from" label="First day" />
          <LeaveDay form={form} name="to" label="Last day" />
        </div>
      )}
    </FormDialog>
  );
}

type DayProps = { form: UseFormReturn<LeaveRange>; name: keyof LeaveRange; label: string };

function LeaveDay({ form, name, label }: DayProps) {
  const change = (day: string) => {
    // One day of leave is the usual one.
    if (name === "from" && isDay(day) && form.getValues("to") === "") form.setValue("to", day);
  };
  return (
    <Controller
      control={form.control}
      name={name}
      render={({ field: { value, onChange, onBlur, ...field } }) => (
        <DateField
          label={label}
          required
          missingYear="next"
          {...field}
          value={value}
          onDay={onChange}
          onBlur={() => {
            onBlur();
            // As the field has read it, which was drawn last as it was typed.
            change(form.getValues(name));
          }}
          error={form.formState.errors[name]?.message}
        />
      )}
    />
  );
}
