import { type Day, formatDay, formatDayLong } from "@rounds/domain/calendar/calendar.ts";
import { useQuery } from "@tanstack/react-query";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { useEffect, useState } from "react";
import { useToday } from "../api/clock.ts";
import { paths } from "../paths.ts";
import { productQueries } from "../products/queries.ts";
import { useSearch } from "../router/RouterProvider.tsx";
import { catchUpSearch } from "../search.ts";
import { Button } from "../ui/control/Button.tsx";
import { Card } from "../ui/figure/Card.tsx";
import { NoticeBanner } from "../ui/message/NoticeBanner.tsx";
import { RetryPanel } from "../ui/message/RetryPanel.tsx";
import { Skeleton } from "../ui/message/Skeleton.tsx";
import { BackHeader } from "../ui/navigation/BackHeader.tsx";
import { StepLink } from "../ui/navigation/StepLink.tsx";
import { CatchUpForm } from "./CatchUpForm.tsx";
import { catchUpQuery } from "./queries.ts";
import { useRowEntries } from "./useRowEntries.ts";

/** The evening: every visit of a day entered at once. */
export function CatchUpPage() {
  const { day: asked } = catchUpSearch(useSearch());
  const today = useToday();
  // What is typed after midnight belongs to the evening before, until the person goes on.
  const [begun, setBegun] = useState(today);
  // Days to come have nothing to catch up with.
  const isToday = asked === undefined || asked > today;
  const day = isToday ? begun : asked;
  return (
    <CatchUpDay
      key={day}
      day={day}
      today={today}
      onToday={isToday && begun !== today ? () => setBegun(today) : undefined}
    />
  );
}

type DayProps = {
  day: Day;
  today: Day;
  /** Goes on to today; only if the day has changed since the evening was opened. */
  onToday: (() => void) | undefined;
};

function CatchUpDay({ day, today, onToday }: DayProps) {
  const typed = useRowEntries(day);
  useEffect(() => {
    if (typed.isUntouched) onToday?.();
  }, [typed.isUntouched, onToday]);
  /** Doctors with typed text whom the day doesn't show by itself any more. */
  const [kept, setKept] = useState<readonly string[]>([]);
  const asked = [...new Set([...typed.added, ...kept])];
  const rows = useQuery(catchUpQuery(day, asked));
  const { data, isPlaceholderData } = rows;
  useEffect(() => {
    if (!data || isPlaceholderData) return;
    const shown = new Set(data.rows.map(({ doctor }) => doctor.id));
    const gone = Object.keys(typed.entries).filter((id) => !shown.has(id));
    // A doctor who was asked for and isn't there was deleted.
    setKept((kept) => (gone.every((id) => kept.includes(id)) ? kept : [...new Set([...kept, ...gone])]));
  }, [data, isPlaceholderData, typed.entries]);
  const products = useQuery(productQueries.choices());
  const failed = (rows.isError && !rows.data) || (products.isError && !products.data);
  const { previous, next } = rows.data ?? {};
  return (
    <div className="mx-auto flex w-full max-w-7xl flex-col gap-5">
      <BackHeader
        title="Evening catch-up"
        back={paths.today()}
        actions={
          <nav aria-label="Days" className="flex items-center justify-between gap-1 max-sm:w-full">
            <StepLink
              target={previous ? paths.catchUp(previous) : undefined}
              label="Previous field day"
              icon={ChevronLeft}
            />
            <span className="font-medium">{formatDayLong(day)}</span>
            <StepLink
              target={next ? paths.catchUp(next) : undefined}
              label="Next field day"
              icon={ChevronRight}
            />
          </nav>
        }
      />
      <p className="max-w-3xl text-small text-muted">
        Type what was sold, such as <kbd>amx 4 @12.50, para 2</kbd>: letters of the product, quantity, price.{" "}
        <span className="touch:hidden">
          Enter goes on, arrow keys go from row to row, the space bar marks a doctor as met, Ctrl or ⌘ with
          Enter saves all.
        </span>
      </p>
      {onToday && (
        <NoticeBanner
          kind="warning"
          action={
            <Button size="small" onClick={onToday}>
              Go to today
            </Button>
          }
        >
          The day has changed: today is {formatDay(today)}. These visits are dated {formatDay(day)}.
        </NoticeBanner>
      )}
      {failed ? (
        <Card>
          <RetryPanel
            message="Error loading the day. Please try again."
            onRetry={() => {
              void rows.refetch();
              void products.refetch();
            }}
            retrying={rows.isFetching || products.isFetching}
          />
        </Card>
      ) : rows.data && products.data ? (
        <CatchUpForm data={rows.data} today={today} products={products.data} typed={typed} asked={asked} />
      ) : (
        <Card>
          <Skeleton lines={8} />
        </Card>
      )}
    </div>
  );
}
