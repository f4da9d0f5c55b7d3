import { addDays, type Day, formatDay } from "@rounds/domain/calendar/calendar.ts";
import { mondayOf } from "@rounds/domain/calendar/spans.ts";
import { cityOf } from "@rounds/domain/doctors/city.ts";
import { cityKey } from "@rounds/domain/doctors/same-city.ts";
import { nearOnDay } from "@rounds/domain/today/near-on-day.ts";
import type { PlannedOrDone, WeekPlan } from "@rounds/domain/today/plan-days.ts";
import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { paths } from "../../paths.ts";
import { useRowFocus } from "../../table/rows/useRowFocus.ts";
import { Card } from "../../ui/figure/Card.tsx";
import { nextWeekday } from "../another-day.tsx";
import { NoDoctors } from "../NoDoctors.tsx";
import { NotRead } from "../NotRead.tsx";
import { weekPlanQuery } from "../queries.ts";
import { LaterMoveDialog } from "../today-dialogs.ts";
import { DayNavigation } from "./DayNavigation.tsx";
import { WeekDay } from "./WeekDay.tsx";

/** Seven days from a Monday: what was done, what is planned, and who is near. */
export function Week({ monday, today }: { monday: Day; today: Day }) {
  const read = useQuery(weekPlanQuery(monday, today));
  const present = mondayOf(today);
  const to = (day: Day) => paths.today(day === present ? { show: "week" } : { show: "week", day });
  const { data } = read;
  return (
    <>
      <DayNavigation
        title={titleOf(monday, present)}
        words={`${formatDay(monday)} to ${formatDay(addDays(monday, 6))}`}
        previous={{ label: "Previous week", target: monday > present ? to(addDays(monday, -7)) : undefined }}
        next={{ label: "Next week", target: to(addDays(monday, 7)) }}
      />
      {data ? (
        <Days week={data} today={today} />
      ) : (
        <NotRead {...read} message="The week could not be loaded." />
      )}
    </>
  );
}

/** The field day of the week after a day; if there is none, the next day that is no Sunday. */
function dayAfter(day: Day, fieldDays: readonly Day[]): Day {
  return fieldDays.find((other) => other > day) ?? nextWeekday(day);
}

function titleOf(monday: Day, present: Day): string {
  if (monday === present) return "This week";
  return monday === addDays(present, 7) ? "Next week" : `Week of ${formatDay(monday)}`;
}

function Days({ week, today }: { week: WeekPlan; today: Day }) {
  const [moving, setMoving] = useState<{ visit: PlannedOrDone; day: Day }>();
  const lists = useRef<HTMLDivElement>(null);
  const { days, near, usual, next_day, doctors } = week;
  useRowFocus(lists);
  if (doctors === 0 && days.every(({ visits }) => visits.length === 0))
    return (
      <Card>
        <NoDoctors />
      </Card>
    );
  const [first] = days;
  // The figures of those near are of the first day that is not over.
  const asOf = first && first.day > today ? first.day : today;
  const fieldDays = days.filter(({ day, kind }) => day >= today && kind === "field").map(({ day }) => day);
  return (
    <div ref={lists} className="grid items-start gap-5 lg:grid-cols-2">
      {days.map((one) => {
        const cities = new Set(
          one.visits.flatMap(({ status, doctor }) =>
            status === "scheduled" ? cityKey(cityOf(doctor.address) ?? "") : [],
          ),
        );
        return (
          <WeekDay
            key={one.day}
            day={one}
            today={today}
            usual={usual}
            near={
              one.day < today
                ? []
                : nearOnDay(
                    near.filter(({ city_key }) => cities.has(city_key)),
                    one.day,
                    asOf,
                  )
            }
            onMove={(visit) => setMoving({ visit, day: one.day })}
          />
        );
      })}
      {moving && (
        <LaterMoveDialog
          doctor={moving.visit.doctor}
          visit_id={moving.visit.id}
          today={today}
          next_day={next_day === moving.day ? dayAfter(moving.day, fieldDays) : next_day}
          more={fieldDays}
          planned={moving.day}
          onClose={() => setMoving(undefined)}
        />
      )}
    </div>
  );
}
