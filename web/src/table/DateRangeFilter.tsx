import { type Day, isDay } from "@rounds/domain/calendar/calendar.ts";
import { type ComponentProps, useId, useState } from "react";
import { controlClass } from "../ui/control-class.ts";
import { rangeProblem } from "./range-problem.ts";

type Props = {
  /** Empty when not set. */
  from: Day | "";
  to: Day | "";
  onChange: (range: { from: Day | ""; to: Day | "" }) => void;
  /** The last day that may be chosen, if there is one. */
  max?: Day;
};

/** Start Date and End Date, with the hint that says why a range does not apply. */
export function DateRangeFilter({ from, to, onChange, max }: Props) {
  const id = useId();
  const problem = rangeProblem(from, to);
  const describedBy = problem ? `${id}-hint` : undefined;
  const wrong = problem !== null && from !== "" && to !== "";
  const lastStart = [to, max].filter((day) => day !== "" && day !== undefined).sort()[0];
  return (
    <div className="min-w-0">
      <div className="flex gap-3">
        <div className="min-w-0 flex-1 sm:w-38 sm:flex-none">
          <label htmlFor={`${id}-from`} className="mb-1 block text-small font-medium">
            Start Date
          </label>
          <DayInput
            id={`${id}-from`}
            day={from}
            max={lastStart}
            aria-describedby={describedBy}
            aria-invalid={wrong || undefined}
            className={controlClass(wrong)}
            onDay={(day) => onChange({ from: day, to })}
          />
        </div>
        <div className="min-w-0 flex-1 sm:w-38 sm:flex-none">
          <label htmlFor={`${id}-to`} className="mb-1 block text-small font-medium">
            End Date
          </label>
          <DayInput
            id={`${id}-to`}
            day={to}
            min={from || undefined}
            max={max}
            aria-describedby={describedBy}
            aria-invalid={wrong || undefined}
            className={controlClass(wrong)}
            onDay={(day) => onChange({ from, to: day })}
          />
        </div>
      </div>
      {problem && (
        <p
          id={`${id}-hint`}
          role="status"
          className={`mt-1 text-small ${wrong ? "text-danger" : "text-muted"}`}
        >
          {problem}
        </p>
      )}
    </div>
  );
}

type DayInputProps = Omit<ComponentProps<"input">, "type" | "value" | "onChange" | "onBlur"> & {
  /** Empty when not set. */
  day: Day | "";
  onDay: (day: Day | "") => void;
};

/**
 * A field for a day. It keeps to itself what is typed until that is a day, or empty: on the way to 2025 the year is
 * 2, 20 and 202. What it holds is its own until one leaves it, because the day comes back with a delay.
 */
function DayInput({ day, onDay, ...input }: DayInputProps) {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <input
      {...input}
      type="date"
      value={typed ?? day}
      onChange={({ target: { value, validity } }) => {
        setTyped(value);
        if (isDay(value) || (value === "" && !validity.badInput)) onDay(value);
      }}
      onBlur={() => setTyped(null)}
    />
  );
}
