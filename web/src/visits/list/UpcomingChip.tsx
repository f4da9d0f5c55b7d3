import { addDays, type Day } from "@rounds/domain/calendar/calendar.ts";
import { formatCount } from "@rounds/domain/money/count.ts";
import type { UpcomingVisits } from "@rounds/domain/visits/visit-list.ts";
import { CalendarClock } from "lucide-react";
import { held } from "../../ui/control/held.ts";

type Props = {
  /** `undefined` until it is known. */
  upcoming: UpcomingVisits | undefined;
  /** Whether the list shows them. */
  shown: boolean;
  onToggle: () => void;
};

/** How many visits are in the future; shows them, or the usual days again. */
export function UpcomingChip({ upcoming, shown, onToggle }: Props) {
  const some = shown || (upcoming !== undefined && upcoming.visits > 0);
  return (
    <button
      type="button"
      aria-pressed={shown}
      className={`inline-flex min-h-8 items-center gap-1.5 rounded-full border px-3 text-small max-sm:gap-1 max-sm:px-2 font-medium whitespace-nowrap transition-opacity duration-120 touch:min-h-11 ${
        shown
          ? "border-accent bg-accent-soft text-accent-strong"
          : "border-line-strong bg-surface hover:bg-hover aria-disabled:cursor-not-allowed aria-disabled:border-line aria-disabled:bg-transparent aria-disabled:text-muted"
      }`}
      onClick={onToggle}
      {...(!some && held)}
    >
      <CalendarClock size={14} aria-hidden="true" className="max-sm:hidden" />
      Upcoming
      <span className="min-w-[1ch] tabular-nums">{upcoming ? formatCount(upcoming.visits) : ""}</span>
    </button>
  );
}

/** The days of the future visits; of those that were read yesterday, none may be left. */
export function upcomingDays({ last_day }: UpcomingVisits, today: Day): { start_date: Day; end_date: Day } {
  const first = addDays(today, 1);
  return { start_date: first, end_date: last_day && last_day > first ? last_day : first };
}
