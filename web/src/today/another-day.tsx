import { addDays, type Day } from "@rounds/domain/calendar/calendar.ts";
import { isSunday } from "@rounds/domain/coverage/field-days.ts";
import { today as currentDay } from "../api/clock.ts";
import { showApart } from "../ui/dialog/apart.tsx";
import { toast } from "../ui/message/toast.ts";

type Named = { id: string; name: string };

/** How many days are offered with one tap. */
const offered = 4;

/** The days after one, without Sundays. */
function daysAfter(day: Day): Day[] {
  const days: Day[] = [];
  for (let next = addDays(day, 1); days.length < offered; next = addDays(next, 1))
    if (!isSunday(next)) days.push(next);
  return days;
}

/** The day after another that is no Sunday. Which days are holidays or leave is not known here. */
export function nextWeekday(day: Day): Day {
  return daysAfter(day)[0] as Day;
}

/** Asks for another day of a planned visit; `planned`, if known, is the one that it has. The dialog stays when its row goes. */
export async function chooseAnotherDay(doctor: Named, visit_id: string, planned?: Day): Promise<void> {
  const { MoveDialog } = await import("./MoveDialog.tsx");
  toast.closeAll();
  const today = currentDay();
  const [next_day = today, ...more] = daysAfter(planned ?? today);
  const leave = () => close();
  const close = showApart((end) => (
    <MoveDialog
      {...{ doctor, visit_id, today, next_day, more, planned }}
      onClose={() => {
        removeEventListener("popstate", leave);
        end();
      }}
    />
  ));
  addEventListener("popstate", leave, { once: true });
}
