import type { Day } from "@rounds/domain/calendar/calendar.ts";
import { earlierMonths } from "@rounds/domain/dashboard/periods.ts";
import { ChevronDown } from "lucide-react";
import { useId } from "react";
import { controlClass } from "../ui/control/control-class.ts";
import { allTime, periodLabel, thisMonth } from "./period.ts";

type Props = { period: string; today: Day; onChange: (period: string) => void };

/** Chooses the period of the dashboard. */
export function PeriodSelect({ period, today, onChange }: Props) {
  const id = useId();
  const months = earlierMonths(today);
  const quick = [thisMonth, allTime];
  const listed = quick.includes(period) || months.some(({ value }) => value === period);
  return (
    <div className="relative min-w-40">
      <label htmlFor={id} className="sr-only">
        Period
      </label>
      <select
        id={id}
        value={period}
        className={`${controlClass()} appearance-none pr-9`}
        onChange={(event) => onChange(event.target.value)}
      >
        <optgroup label="Quick Select">
          {quick.map((value) => (
            <option key={value} value={value}>
              {periodLabel(value)}
            </option>
          ))}
        </optgroup>
        {months.length > 0 && (
          <optgroup label={`${today.slice(0, 4)} Months`}>
            {months.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </optgroup>
        )}
        {/* A month of another year, from an old link, must still be shown. */}
        {!listed && <option value={period}>{periodLabel(period)}</option>}
      </select>
      <ChevronDown
        size={16}
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 right-3 -translate-y-1/2 text-muted"
      />
    </div>
  );
}
