import { type Day, isDay } from "@rounds/domain/calendar/calendar.ts";
import { useId, useState } from "react";
import { DayInput } from "../../ui/control/DayInput.tsx";
import { rangeProblem } from "./range-problem.ts";

type Props = {
  /** Empty when not set. */
  from: Day | "";
  to: Day | "";
  onChange: (range: { from: Day | ""; to: Day | "" }) => void;
  /** The last day that may be chosen, if there is one. */
  max?: Day;
  /** What the screen itself has against these days; it comes first. */
  refusal?: string | null;
};

/** Start Date and End Date, with a hint that says why a range can't be used. */
export function DateRangeFilter({ from, to, onChange, max, refusal }: Props) {
  const id = useId();
  const start = useTyped(from, (day) => onChange({ from: day, to }));
  const end = useTyped(to, (day) => onChange({ from, to: day }));
  const unread = start.isUnread || end.isUnread;
  const range = refusal ?? rangeProblem(from, to);
  const wrong = range !== null && from !== "" && to !== "";
  const problem = unread ? "Please enter a day such as 22/11/2026." : range;
  const lastStart = [to, max].filter((day) => day !== "" && day !== undefined).sort()[0];
  const fields = [
    { label: "Start Date", key: "from", typed: start, max: lastStart },
    { label: "End Date", key: "to", typed: end, min: from || undefined, max },
  ];
  return (
    <div className="min-w-0">
      <div className="flex gap-3">
        {fields.map(({ label, key, typed: { isUnread, ...typed }, ...limits }) => (
          <div key={key} className="min-w-0 flex-1 sm:w-40 sm:flex-none">
            <label htmlFor={`${id}-${key}`} className="mb-1 block text-small font-medium">
              {label}
            </label>
            <DayInput
              id={`${id}-${key}`}
              {...typed}
              {...limits}
              aria-describedby={problem ? `${id}-hint` : undefined}
              wrong={wrong || isUnread}
            />
          </div>
        ))}
      </div>
      {problem && (
        <p
          id={`${id}-hint`}
          role="status"
          className={`mt-1 text-small ${wrong || unread ? "text-danger" : "text-muted"}`}
        >
          {problem}
        </p>
      )}
    </div>
  );
}

/**
 * A day that filters, and what was typed instead of one. That stays in its field, and the day of before stays in force;
 * it `isUnread` once the field was left, because an unfinished day is no mistake.
 */
function useTyped(day: Day | "", onDay: (day: Day | "") => void) {
  const [draft, setDraft] = useState<{ text: string; over: string; left: boolean } | null>(null);
  // Another day from outside, such as a chip that was removed, counts more.
  const typed = draft?.over === day ? draft : null;
  return {
    value: typed?.text ?? day,
    isUnread: typed?.left ?? false,
    onDay: (text: string) => {
      setDraft(isSettled(text) ? null : { text, over: day, left: false });
      if (isSettled(text)) onDay(text);
    },
    onBlur: () => setDraft((last) => last && { ...last, left: true }),
  };
}

/** Whether it filters: a day does, and so does an empty field; an unfinished day does not. */
function isSettled(value: string): value is Day | "" {
  return value === "" || isDay(value);
}
