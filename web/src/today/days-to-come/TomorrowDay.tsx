import { addDays, type Day, formatDayLong } from "@rounds/domain/calendar/calendar.ts";
import { cityOf } from "@rounds/domain/doctors/city.ts";
import { lastSeenWords } from "@rounds/domain/doctors/last-seen.ts";
import { cityKey } from "@rounds/domain/doctors/same-city.ts";
import { loadWords } from "@rounds/domain/today/load.ts";
import type { DayPlan, PlannedOrDone } from "@rounds/domain/today/plan-days.ts";
import {
  nearDayWords,
  nearWords,
  plannedDayOffWords,
  slippingCount,
  slippingWords,
} from "@rounds/domain/today/words.ts";
import { useQuery } from "@tanstack/react-query";
import { CircleCheck } from "lucide-react";
import { useRef, useState } from "react";
import { ContactLinks } from "../../doctors/details/ContactLinks.tsx";
import { paths } from "../../paths.ts";
import { useRowFocus } from "../../table/rows/useRowFocus.ts";
import { ButtonLink } from "../../ui/control/ButtonLink.tsx";
import { Card } from "../../ui/figure/Card.tsx";
import { EmptyState } from "../../ui/message/EmptyState.tsx";
import { NoticeBanner } from "../../ui/message/NoticeBanner.tsx";
import { DoctorLine } from "../DoctorLine.tsx";
import { FirstOfDay } from "../FirstOfDay.tsx";
import { MoveButton } from "../MoveButton.tsx";
import { NoDoctors } from "../NoDoctors.tsx";
import { NotRead } from "../NotRead.tsx";
import { dayPlanQuery } from "../queries.ts";
import { fewDue, ShowAll, ShownOf } from "../ShowAll.tsx";
import { LaterMoveDialog } from "../today-dialogs.ts";
import { DayNavigation } from "./DayNavigation.tsx";
import { DoctorsToPlan } from "./DoctorsToPlan.tsx";

/** The day to plan with arrows to others: tomorrow, unless the address names another. */
export function TomorrowDay({ day, today }: { day: Day; today: Day }) {
  const read = useQuery(dayPlanQuery(day, today));
  const tomorrow = addDays(today, 1);
  const to = (next: Day) =>
    paths.today(next === tomorrow ? { show: "tomorrow" } : { show: "tomorrow", day: next });
  const { data } = read;
  return (
    <>
      <DayNavigation
        title={`${day === tomorrow ? "Tomorrow, " : ""}${formatDayLong(day)}`}
        words={data?.day === day ? loadWords(data.planned_total, data.usual) : ""}
        previous={{ label: "Previous day", target: day > tomorrow ? to(addDays(day, -1)) : undefined }}
        next={{ label: "Next day", target: to(addDays(day, 1)) }}
      />
      {data ? (
        <Plan plan={data} today={today} />
      ) : (
        <NotRead {...read} message="The plan could not be loaded." />
      )}
    </>
  );
}

function Plan({ plan, today }: { plan: DayPlan; today: Day }) {
  const [moving, setMoving] = useState<PlannedOrDone>();
  const lists = useRef<HTMLDivElement>(null);
  const { day, near, due, planned_total, following_day } = plan;
  const planned = plan.visits.filter(({ status }) => status === "scheduled");
  const nearby = new Set(near.map(({ city_key }) => city_key));
  const others = due.filter(({ doctor }) => !nearby.has(cityKey(cityOf(doctor.address))));
  const left = totalsElsewhere(plan);
  useRowFocus(lists);
  if (plan.doctors === 0 && planned.length === 0)
    return (
      <Card>
        <NoDoctors />
      </Card>
    );
  const dayOff = plannedDayOffWords(plan);
  return (
    <div ref={lists} className="flex flex-col gap-5">
      {dayOff && (
        <NoticeBanner
          announced={false}
          action={
            <ButtonLink size="small" target={paths.today({ show: "tomorrow", day: following_day })}>
              {`Plan ${nearDayWords(following_day)}`}
            </ButtonLink>
          }
        >
          {dayOff} The next field day is {nearDayWords(following_day)}.
        </NoticeBanner>
      )}
      <Card title="Planned" flush>
        {planned.length === 0 ? (
          <p className="px-4 pb-4 text-muted sm:px-5">Nothing is planned for this day.</p>
        ) : (
          <ul aria-label="Planned" className="divide-y divide-line border-t border-line">
            {planned.map((visit) => (
              <DoctorLine
                key={visit.id}
                doctor={visit.doctor}
                target={paths.visit(visit.id)}
                words={[visit.doctor.doctor_class, lastSeenWords(visit.last_visit, today)]
                  .filter(Boolean)
                  .join(" · ")}
                notes={visit.notes}
                actions={
                  <>
                    <span className="-ml-3 inline-flex sm:ml-0">
                      <ContactLinks doctor={visit.doctor} />
                    </span>
                    <MoveButton doctor={visit.doctor} planned={visit} onClick={() => setMoving(visit)} />
                  </>
                }
              />
            ))}
          </ul>
        )}
        <FirstOfDay day={day} shown={planned.length} total={planned_total} />
      </Card>
      {near.map((city) => (
        <Card key={city.city_key} title={nearWords(city)} flush>
          <DoctorsToPlan label={nearWords(city)} doctors={city.doctors} day={day} />
          <ShownOf rows={city.doctors.length} total={slippingCount(city)} />
        </Card>
      ))}
      <Card title="Not planned" actions={<p className="text-muted">{slippingWords(left)}</p>} flush>
        <NotPlanned plan={plan} others={others} total={slippingCount(left)} />
      </Card>
      {moving && (
        <LaterMoveDialog
          doctor={moving.doctor}
          visit_id={moving.id}
          today={today}
          next_day={following_day}
          planned={day}
          onClose={() => setMoving(undefined)}
        />
      )}
    </div>
  );
}

type Totals = Pick<DayPlan, "never_total" | "late_total" | "due_total">;

/** How many there are of each state outside the cities that have a card of their own. */
function totalsElsewhere({ near, ...plan }: DayPlan): Totals {
  const elsewhere = (total: keyof Totals) =>
    Math.max(0, plan[total] - near.reduce((sum, city) => sum + city[total], 0));
  return {
    never_total: elsewhere("never_total"),
    late_total: elsewhere("late_total"),
    due_total: elsewhere("due_total"),
  };
}

type Props = { plan: DayPlan; others: DayPlan["due"]; total: number };

function NotPlanned({ plan: { day, targets }, others, total }: Props) {
  const [all, setAll] = useState(false);
  if (others.length === 0 && total > 0)
    return (
      <p className="border-t border-line px-4 py-2.5 text-muted sm:px-5">
        The most urgent doctors are all in the cities above.
      </p>
    );
  if (others.length === 0)
    return targets === 0 ? (
      <EmptyState
        icon={CircleCheck}
        title="No doctor has a norm yet"
        hint="Give your doctors a class: A, B or C."
      />
    ) : (
      <EmptyState
        icon={CircleCheck}
        title="Nobody else is late or due"
        hint="Who is late or due on this day and not planned would be here."
      />
    );
  return (
    <>
      <DoctorsToPlan label="Not planned" doctors={all ? others : others.slice(0, fewDue)} day={day} />
      <ShowAll all={all} onAll={setAll} rows={others.length} total={total} />
    </>
  );
}
