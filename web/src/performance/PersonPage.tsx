import { firstDay, formatDay } from "@rounds/domain/calendar/calendar.ts";
import { formatRupees } from "@rounds/domain/money/money.ts";
import type { Performance, Performer } from "@rounds/domain/performance/performance.ts";
import { useQuery } from "@tanstack/react-query";
import {
  CalendarClock,
  CalendarDays,
  ChartColumn,
  Gauge,
  NotebookPen,
  Stethoscope,
  Target as TargetIcon,
  UserCheck,
  UserCog,
  UserX,
} from "lucide-react";
import type { ReactNode } from "react";
import { useToday } from "../api/clock.ts";
import { usePeople } from "../api/people.ts";
import { readingOf } from "../api/reading.ts";
import { useAuth } from "../api/session/AuthProvider.tsx";
import { MonthChooser } from "../coverage/MonthPicker.tsx";
import { doctorQueries } from "../doctors/queries.ts";
import { paths, type Target } from "../paths.ts";
import { performanceSearch } from "../search.ts";
import { useListSearch } from "../table/filter/useListSearch.ts";
import { ButtonLink } from "../ui/control/ButtonLink.tsx";
import { Card } from "../ui/figure/Card.tsx";
import { counted } from "../ui/figure/counted.ts";
import { StatCard, StatCards } from "../ui/figure/StatCard.tsx";
import { StatusBadge } from "../ui/figure/StatusBadge.tsx";
import { MissingCard } from "../ui/message/MissingCard.tsx";
import { RetryPanel } from "../ui/message/RetryPanel.tsx";
import { useRefusalToast } from "../ui/message/useFailureToast.ts";
import { BackHeader } from "../ui/navigation/BackHeader.tsx";
import { useRowId } from "../ui/navigation/useRowId.ts";
import { visitQueries } from "../visits/queries.ts";
import { type FigureName, figureLabels, monthsWords, shownFigure, shownLate } from "./performance-rows.ts";
import { performanceQueries } from "./queries.ts";
import { RecordList } from "./RecordList.tsx";
import { Refused, refusalOf } from "./Refused.tsx";

const loadFailed = "Error loading the figures. Please try again.";

/** The screen /performance/{id}: one person's figures, doctors and visits. */
export function PersonPage() {
  const id = useRowId();
  const [{ month }, change] = useListSearch(performanceSearch);
  const { user } = useAuth();
  const today = useToday();
  const asked = { ...(month && { month }) };
  // What /performance has read already; only a person who has no row there is asked for.
  const everybody = useQuery(performanceQueries.month(asked, today)).data;
  const isAskedFor = everybody?.rows.every((row) => row.id !== id);
  const query = useQuery(performanceQueries.month({ ...asked, ...(isAskedFor && { person: id }) }, today));
  const { data, error, outdated, refreshing, retry } = readingOf(query);
  const refusal = refusalOf(error);
  useRefusalToast(refusal ? null : error, loadFailed);
  const { people } = usePeople({ read: true });
  const person = data?.rows.find((row) => row.id === id);
  const isAdmin = user?.app_metadata?.role === "admin";
  const monthChooser = (
    <div className="print:hidden">
      <MonthChooser month={month} today={today} onChange={(chosen) => change({ month: chosen })} />
    </div>
  );
  if (data && !person && !outdated)
    return <NotFound back={paths.performance({ month })}>{monthChooser}</NotFound>;
  return (
    <div className="flex flex-col gap-5">
      <BackHeader
        title={person?.name ?? people.find((one) => one.id === id)?.name ?? "Performance"}
        back={paths.performance({ month })}
        backLabel="Back to everybody"
        summary={data && monthsWords(data)}
        actions={
          person &&
          !person.is_gone && (
            <>
              <ButtonLink icon={TargetIcon} target={paths.coverage({ month, person: id })}>
                Coverage
              </ButtonLink>
              {isAdmin && (
                <ButtonLink icon={UserCog} target={paths.teamMember(id)}>
                  Account
                </ButtonLink>
              )}
            </>
          )
        }
      />
      {monthChooser}
      {refusal && <Refused reason={refusal} />}
      {Boolean(error) && !refusal && (
        <Card>
          <RetryPanel error={error} message={loadFailed} onRetry={retry} retrying={refreshing} />
        </Card>
      )}
      {(!error || data) && (
        <div
          aria-busy={outdated || undefined}
          className={`transition-opacity duration-120 ${outdated ? "opacity-60" : ""}`}
        >
          <Figures answer={data} person={person} />
        </div>
      )}
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <Doctors id={id} />
        <Visits id={id} />
      </div>
    </div>
  );
}

/** Says that there is no such person; `children` choose another month, in which a deleted account may have figures. */
function NotFound({ back, children }: { back: Target; children: ReactNode }) {
  return (
    <div className="flex flex-col gap-5">
      <BackHeader title="Person not found" back={back} backLabel="Back to everybody" />
      {children}
      <MissingCard
        icon={UserX}
        title="Person not found"
        hint="The account may have been deleted, or the link may be incomplete."
        target={back}
      >
        Back to everybody
      </MissingCard>
    </div>
  );
}

const cards = [
  { name: "coverage", icon: UserCheck },
  { name: "calls", icon: NotebookPen },
  { name: "days", icon: CalendarDays },
  { name: "average", icon: Gauge },
  { name: "sales", icon: ChartColumn },
] as const satisfies { name: FigureName; icon: unknown }[];

/** The figures as cards with those of the month before; each opens its rows. */
function Figures({ answer, person }: { answer: Performance | undefined; person: Performer | undefined }) {
  const row = person && ({ kind: "person", ...person } as const);
  const late = answer && row && shownLate(row, answer);
  return (
    <StatCards columns="md:grid-cols-3 xl:grid-cols-6">
      {cards.map(({ name, icon }) => {
        const shown = answer && row && shownFigure(name, row, "present", answer);
        return (
          <StatCard
            key={name}
            title={figureLabels[name]}
            value={shown?.text}
            hint={answer && row && `${shownFigure(name, row, "before", answer).text} the month before`}
            icon={icon}
            {...(shown?.target && { target: shown.target })}
          />
        );
      })}
      <StatCard
        title="Late doctors"
        value={late?.text}
        hint={person && (person.last_call ? `last call ${formatDay(person.last_call)}` : "no call yet")}
        icon={CalendarClock}
        {...(late?.target && { target: late.target })}
      />
    </StatCards>
  );
}

/** How many rows each list of the page shows; the rest is in the list that it leads to. */
const fewRows = 8;

function allOf(noun: "doctor" | "visit", total: number | undefined, target: Target) {
  return total ? { target, words: `All ${counted(total, noun)}` } : undefined;
}

function Doctors({ id }: { id: string }) {
  const query = useQuery(doctorQueries.list({ representative: id }, useToday()));
  const { data } = query;
  return (
    <RecordList
      title="Doctors"
      query={query}
      rows={data?.rows.slice(0, fewRows).map(({ id, name, specialization, hospital, doctor_class }) => ({
        id,
        target: paths.doctor(id),
        name,
        words: [doctor_class && `Class ${doctor_class}`, specialization, hospital]
          .filter(Boolean)
          .join(" · "),
      }))}
      all={allOf("doctor", data?.total, paths.doctors({ representative: id }))}
      empty="No doctor belongs to this person."
      errorText="Error loading doctors. Please try again."
      icon={Stethoscope}
    />
  );
}

function Visits({ id }: { id: string }) {
  // Up to today: planned ones would come first.
  const today = useToday();
  const chosen = { representative: id, start_date: firstDay, end_date: today };
  const query = useQuery(visitQueries.list(chosen, today));
  const { data } = query;
  return (
    <RecordList
      title="Latest visits"
      query={query}
      rows={data?.rows.slice(0, fewRows).map(({ id, visit_date, status, doctor, total_sales }) => ({
        id,
        target: paths.visit(id),
        name: doctor.name,
        words: `${formatDay(visit_date)} · ${formatRupees(total_sales)}`,
        sign: <StatusBadge status={status} />,
      }))}
      all={allOf("visit", data?.total, paths.visits(chosen))}
      empty="This person recorded no visit yet."
      errorText="Error loading visits. Please try again."
      icon={NotebookPen}
    />
  );
}
