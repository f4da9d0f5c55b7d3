import { addDays, type Day, formatMonth, startOfMonth } from "@rounds/domain/calendar/calendar.ts";
import type { Month } from "@rounds/domain/coverage/report-month.ts";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { useId } from "react";
import { IconButton } from "../ui/control/IconButton.tsx";
import { Select } from "../ui/control/Select.tsx";

type Props = {
  /** Not given, or one that has not begun: the present one, as in the answer of the server. */
  month: string | undefined;
  today: Day;
  onChange: (month: string | undefined) => void;
};

/** Chooses a month up to the present one. */
export function MonthChooser({ month: given, today, onChange }: Props) {
  const present = today.slice(0, 7);
  const month = given !== undefined && given < present ? given : present;
  const choose = (next: string) => onChange(next === present ? undefined : next);
  const months = lastMonths(today);
  // A month of long ago, from a link, must still be shown.
  const listed = months.includes(month) ? months : [...months, month];
  return (
    <div className="flex items-end gap-1 max-sm:w-full">
      <IconButton
        icon={ChevronLeft}
        label="Earlier month"
        disabled={month <= firstMonth}
        onClick={() => choose(monthBefore(month))}
      />
      <Choice
        label="Month"
        value={month}
        options={listed.map((value) => ({ value, label: formatMonth(`${value}-01`) }))}
        onChange={choose}
      />
      <IconButton
        icon={ChevronRight}
        label="Later month"
        disabled={month >= present}
        onClick={() => choose(monthAfter(month))}
      />
    </div>
  );
}

/** The product accepts no earlier day. */
const firstMonth = "1900-01";

type ChoiceProps = {
  label: string;
  value: string;
  options: readonly { value: string; label: string }[];
  onChange: (value: string) => void;
};

/** A labelled choice of a report. */
export function Choice({ label, value, options, onChange }: ChoiceProps) {
  const id = useId();
  return (
    <div className="min-w-0 flex-1 sm:w-52 sm:flex-none">
      <label htmlFor={id} className="mb-1 block text-small font-medium">
        {label}
      </label>
      <Select id={id} value={value} onChange={(event) => onChange(event.target.value)}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </Select>
    </div>
  );
}

/** How many months the list offers; earlier ones are reached one by one. */
const monthsOffered = 24;

/** The month before. */
function monthBefore(month: Month): Month {
  return addDays(`${month}-01`, -1).slice(0, 7);
}

/** The month after. */
function monthAfter(month: Month): Month {
  return addDays(`${month}-01`, 31).slice(0, 7);
}

/** The present month and those before it, the latest first. */
function lastMonths(today: Day): Month[] {
  const months: Month[] = [];
  for (
    let month = startOfMonth(today).slice(0, 7);
    months.length < monthsOffered;
    month = monthBefore(month)
  ) {
    months.push(month);
  }
  return months;
}
