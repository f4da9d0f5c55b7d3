import { type Day, isDay } from "@rounds/domain/calendar/calendar.ts";
import { useId } from "react";
import { DayInput } from "../ui/DayInput.tsx";
import { rangeProblem } from "./range-problem.ts";

type Props = {
  /** Empty when not set. */
  from: Day | "";
  to: Day | "";
  onChange: (range: { from: Day | ""; to: Day | "" }) => void;
  /** The last day that may be chosen, if there is one. */
  max?: Day;
};

/** Start Date and End Date, with a hint that says why a range can't be used. */
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
            value={from}
            max={lastStart}
            aria-describedby={describedBy}
            aria-invalid={wrong || undefined}
            wrong={wrong}
            onDay={(day) => isSettled(day) && onChange({ from: day, to })}
          />
        </div>
        <div className="min-w-0 flex-1 sm:w-38 sm:flex-none">
          <label htmlFor={`${id}-to`} className="mb-1 block text-small font-medium">
            End Date
          </label>
          <DayInput
            id={`${id}-to`}
            value={to}
            min={from || undefined}
            max={max}
            aria-describedby={describedBy}
            aria-invalid={wrong || undefined}
            wrong={wrong}
            onDay={(day) => isSettled(day) && onChange({ from, to: day })}
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

/** Whether it filters: a day does, and so does an empty field; an unfinished day does not. */
function isSettled(value: string): value is Day | "" {
  return value === "" || isDay(value);
}
