import { addDays, type Day, formatDay, formatDayLong } from "@rounds/domain/calendar/calendar.ts";
import { formatRupees } from "@rounds/domain/money/money.ts";
import type { VisitDay } from "@rounds/domain/visits/visit-list.ts";
import { counted } from "../ui/counted.ts";

/** The heading of a day: its name, the number of visits and their sales. The totals are of the whole day. */
export function DayHeading({ day, today, total }: { day: Day; today: Day; total: VisitDay | undefined }) {
  const name = dayName(day, today);
  return (
    <span className="flex flex-wrap items-baseline justify-between gap-x-4">
      <span>
        <span className="font-semibold">{name ?? formatDayLong(day)}</span>
        {name && <span className="ml-2 text-muted">{formatDay(day)}</span>}
      </span>
      {total && (
        <span className="text-muted">
          {counted(total.visits, "visit")} · {formatRupees(total.total_sales)}
        </span>
      )}
    </span>
  );
}

/** The name of a day that is near. */
function dayName(day: Day, today: Day): string | undefined {
  if (day === today) return "Today";
  if (day === addDays(today, -1)) return "Yesterday";
  return day === addDays(today, 1) ? "Tomorrow" : undefined;
}
