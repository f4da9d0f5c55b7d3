import { type Day, formatDay } from "@rounds/domain/calendar/calendar.ts";
import type { Glance } from "@rounds/domain/glance/glance.ts";
import { Button } from "../../ui/control/Button.tsx";
import { refused } from "../../ui/control/refused.ts";
import { NoticeBanner } from "../../ui/message/NoticeBanner.tsx";

type Planned = Glance["scheduled"][number];

type Props = {
  /** The scheduled visit that saving completes. */
  completes: Planned | undefined;
  /** A scheduled visit that saving could complete. */
  offered: Planned | undefined;
  /** Why the person may not complete that one. */
  refusal: string | undefined;
  /** The day of the visit that is being recorded. */
  day: Day;
  today: Day;
  onComplete: (id: string) => void;
  /** Records a visit of its own; not offered beside a plan of the same day, which is this visit. */
  onSeparate: () => void;
};

/** Says which scheduled visit is completed by saving, or offers one that was never recorded. */
export function PlannedNotice({ completes, offered, refusal, day, today, onComplete, onSeparate }: Props) {
  if (completes) {
    const planned = completes.visit_date;
    return (
      <NoticeBanner
        action={
          planned !== day && (
            <Button size="small" onClick={onSeparate}>
              Record separately
            </Button>
          )
        }
      >
        Saving completes the visit scheduled for {planned === today ? "today" : formatDay(planned)}.
        {completes.notes && <span className="line-clamp-2 break-words">{completes.notes}</span>}
      </NoticeBanner>
    );
  }
  if (!offered) return null;
  return (
    <NoticeBanner
      action={
        <Button size="small" onClick={() => onComplete(offered.id)} {...refused(refusal)}>
          Complete that one
        </Button>
      }
    >
      A visit to this doctor is scheduled for {formatDay(offered.visit_date)}.
    </NoticeBanner>
  );
}
