import type { Day } from "@rounds/domain/calendar/calendar.ts";
import { cityOf } from "@rounds/domain/doctors/city.ts";
import { lastSeenWords } from "@rounds/domain/doctors/last-seen.ts";
import { cityKey, cityName } from "@rounds/domain/doctors/same-city.ts";
import { loadWords, type UsualLoad } from "@rounds/domain/today/load.ts";
import type { nearOnDay } from "@rounds/domain/today/near-on-day.ts";
import type { PlanDay, PlannedOrDone } from "@rounds/domain/today/plan-days.ts";
import {
  nearDayWords,
  nearWords,
  pastDayWords,
  plannedDayOffWords,
  slippingCount,
} from "@rounds/domain/today/words.ts";
import { ChevronRight } from "lucide-react";
import { paths } from "../../paths.ts";
import { Card } from "../../ui/figure/Card.tsx";
import { Tag } from "../../ui/figure/Tag.tsx";
import { ScreenLink } from "../../ui/navigation/ScreenLink.tsx";
import { TextLink } from "../../ui/navigation/TextLink.tsx";
import { FirstOfDay } from "../FirstOfDay.tsx";
import { MoveButton } from "../MoveButton.tsx";
import { ShownOf } from "../ShowAll.tsx";
import { DoctorsToPlan } from "./DoctorsToPlan.tsx";

type Props = {
  day: PlanDay;
  today: Day;
  usual: UsualLoad;
  /** Doctors in the cities of the day's planned visits who are not planned. */
  near: ReturnType<typeof nearOnDay>;
  onMove: (visit: PlannedOrDone) => void;
};

/** One day of the week, with its visits by city. */
export function WeekDay({ day: one, today, usual, near, onMove }: Props) {
  const { day, planned_total, done_total, visits } = one;
  const isOver = day < today;
  const dayOff = plannedDayOffWords(one);
  const load = isOver || (dayOff && planned_total === 0) ? "" : loadWords(planned_total, usual);
  const done = isOver ? pastDayWords(one) : done_total > 0 ? `${done_total} done` : "";
  const total = planned_total + done_total;
  return (
    <Card
      title={
        <>
          {nearDayWords(day)}
          {day === today && <span className="font-normal text-muted"> · Today</span>}
        </>
      }
      actions={<DayLink day={day} today={today} unrecorded={planned_total > 0} />}
      flush
    >
      <div className="flex flex-col gap-1 px-4 pb-3 text-muted sm:px-5">
        {dayOff && <p>{dayOff}</p>}
        {(!isOver || !dayOff || total > 0) && <p>{[done, load].filter(Boolean).join(" · ")}</p>}
      </div>
      {byCity(visits).map(({ city, rows }) => (
        <section key={city} aria-label={`${city}, ${nearDayWords(day)}`} className="border-t border-line">
          <h3 className="px-4 pt-2.5 text-small font-medium text-muted sm:px-5">{city}</h3>
          <ul aria-label={`${city}, ${nearDayWords(day)}`}>
            {rows.map((visit) => (
              <VisitLine key={visit.id} visit={visit} day={day} today={today} onMove={onMove} />
            ))}
          </ul>
        </section>
      ))}
      <FirstOfDay day={day} shown={visits.length} total={total} />
      {near.map((city) => (
        <details key={city.city_key} className="group border-t border-line print:hidden">
          <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2 px-4 py-2 text-accent sm:px-5">
            <ChevronRight
              size={16}
              aria-hidden="true"
              className="shrink-0 transition-transform duration-120 group-open:rotate-90"
            />
            {nearWords(city)}
          </summary>
          <DoctorsToPlan
            label={`${nearWords(city)}, ${nearDayWords(day)}`}
            doctors={city.doctors}
            day={day}
          />
          <ShownOf rows={city.doctors.length} total={slippingCount(city)} />
        </details>
      ))}
    </Card>
  );
}

/** Where the day is worked on: its plan, today, or what was not recorded. */
function DayLink({ day, today, unrecorded }: { day: Day; today: Day; unrecorded: boolean }) {
  const of = <span className="sr-only">{nearDayWords(day)}</span>;
  if (day === today)
    return (
      <TextLink target={paths.today()}>
        Open <span className="sr-only">today</span>
      </TextLink>
    );
  if (day > today) return <TextLink target={paths.today({ show: "tomorrow", day })}>Plan {of}</TextLink>;
  return unrecorded ? <TextLink target={paths.catchUp(day)}>Record {of}</TextLink> : null;
}

function VisitLine({
  visit,
  day,
  today,
  onMove,
}: { visit: PlannedOrDone; day: Day; today: Day } & Pick<Props, "onMove">) {
  const { id, doctor, status, last_visit } = visit;
  const isPlanned = status === "scheduled";
  const words = [doctor.doctor_class, isPlanned && day >= today && lastSeenWords(last_visit, today)];
  return (
    <li data-row className="flex min-h-11 items-center gap-x-3 px-4 py-1 sm:px-5 hover:bg-hover">
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2">
        <ScreenLink {...paths.visit(id)} className="font-medium wrap-anywhere hover:underline">
          {doctor.name}
        </ScreenLink>
        {!isPlanned && <Tag tone="good">Done</Tag>}
        {isPlanned && day < today && <Tag tone="warning">Not recorded</Tag>}
        <span className="text-small text-muted">{words.filter(Boolean).join(" · ")}</span>
      </div>
      {isPlanned && <MoveButton doctor={doctor} planned={visit} onClick={() => onMove(visit)} />}
    </li>
  );
}

/** The visits of each city, in their order. */
function byCity(visits: readonly PlannedOrDone[]): { city: string; rows: PlannedOrDone[] }[] {
  const found = new Map<string, { city: string; rows: PlannedOrDone[] }>();
  for (const visit of visits) {
    const city = cityOf(visit.doctor.address) ?? "";
    const key = cityKey(city);
    const group = found.get(key) ?? { city: cityName(city) || "No city", rows: [] };
    group.rows.push(visit);
    found.set(key, group);
  }
  return [...found.values()];
}
