import { type Day, formatDayLong } from "@rounds/domain/calendar/calendar.ts";
import { dayOffWords } from "@rounds/domain/today/words.ts";
import { useQuery } from "@tanstack/react-query";
import { NotebookPen } from "lucide-react";
import { type ReactNode, useMemo, useRef, useState } from "react";
import { useToday } from "../api/clock.ts";
import { type SkipRow, usePending } from "../api/phone/pending-rows.ts";
import { paths } from "../paths.ts";
import { useSearch } from "../router/RouterProvider.tsx";
import { type TodaySearch, todaySearch } from "../search.ts";
import { useRowFocus } from "../table/rows/useRowFocus.ts";
import { type Away, later, NotLoaded } from "../ui/browser/later.tsx";
import { ButtonLink } from "../ui/control/ButtonLink.tsx";
import { Card } from "../ui/figure/Card.tsx";
import { NoticeBanner } from "../ui/message/NoticeBanner.tsx";
import { Skeleton } from "../ui/message/Skeleton.tsx";
import { LinkTabs } from "../ui/navigation/LinkTabs.tsx";
import { PageHeader } from "../ui/navigation/PageHeader.tsx";
import { DoneCard } from "./DoneCard.tsx";
import { DueCard } from "./DueCard.tsx";
import { NoDoctors } from "./NoDoctors.tsx";
import { NotRead } from "./NotRead.tsx";
import { PlannedCard } from "./PlannedCard.tsx";
import { todayQuery } from "./queries.ts";
import { SkippedCard } from "./SkippedCard.tsx";
import { StartOffer } from "./StartOffer.tsx";
import { plannedDay, shownMonday } from "./shown-days.ts";
import { LaterMoveDialog, LaterSkipDialog } from "./today-dialogs.ts";
import { type ShownToday, withSkips } from "./with-skips.ts";

/** While their code is on its way. */
function instead(_: object, away: Away) {
  return <Card>{away.failed ? <NotLoaded {...away} /> : <Skeleton lines={8} />}</Card>;
}

/** The code of the other days comes after that of today. */
const LaterTomorrow = later(
  () => import("./days-to-come/TomorrowDay.tsx").then((module) => module.TomorrowDay),
  instead,
);
const LaterWeek = later(() => import("./days-to-come/Week.tsx").then((module) => module.Week), instead);

/** The screen /today: today, a day to plan, or the week. */
export function TodayPage() {
  const search = todaySearch(useSearch());
  const today = useToday();
  if (search.show === "tomorrow")
    return (
      <Screen day={today} show={search.show}>
        <LaterTomorrow day={plannedDay(search, today)} today={today} />
      </Screen>
    );
  if (search.show === "week")
    return (
      <Screen day={today} show={search.show}>
        <LaterWeek monday={shownMonday(search, today)} today={today} />
      </Screen>
    );
  return <ThisDay day={today} />;
}

function ThisDay({ day }: { day: Day }) {
  const read = useQuery(todayQuery(day));
  const skips = usePending<SkipRow>("skips");
  const data = useMemo(() => read.data && withSkips(read.data, skips), [read.data, skips]);
  return (
    <Screen day={data?.day ?? day} show={undefined} isNew={data?.doctors === 0}>
      {data ? <TodayLists today={data} /> : <NotRead {...read} message="Today could not be loaded." />}
    </Screen>
  );
}

type ScreenProps = Pick<TodaySearch, "show"> & {
  day: Day;
  /** Whether there is nobody to record a visit to. */
  isNew?: boolean;
  children: ReactNode;
};

function Screen({ day, show, isNew = false, children }: ScreenProps) {
  return (
    <div className="flex flex-col gap-5">
      <PageHeader
        title="Today"
        summary={formatDayLong(day)}
        actions={
          !isNew && (
            <>
              <ButtonLink target={paths.catchUp()}>Evening catch-up</ButtonLink>
              <ButtonLink variant="primary" icon={NotebookPen} target={paths.recordVisit()}>
                Record visit
              </ButtonLink>
            </>
          )
        }
      />
      <StartOffer />
      <TodayTabs show={show} />
      {children}
    </div>
  );
}

/** What a dialog is about; `visit_id` is the planned visit. */
type Chosen = { doctor: { id: string; name: string }; visit_id?: string | null };

function TodayLists({ today }: { today: ShownToday }) {
  const [moving, setMoving] = useState<Chosen>();
  const [skipping, setSkipping] = useState<Chosen>();
  const [all, setAll] = useState(false);
  const lists = useRef<HTMLDivElement>(null);
  const { planned, done, skipped, day, next_day } = today;
  useRowFocus(lists);
  const dayOff = dayOffWords(today.kind, today.holiday);
  const isNew = today.doctors === 0 && planned.length + done.length + skipped.length === 0;
  return (
    <>
      {dayOff && (
        <NoticeBanner announced={false}>{dayOff} What is planned or late is shown all the same.</NoticeBanner>
      )}
      {isNew ? (
        <Card>
          <NoDoctors />
        </Card>
      ) : (
        <div ref={lists} className="grid items-start gap-5 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
          <div className="flex min-w-0 flex-col gap-5">
            <PlannedCard
              today={today}
              onMove={({ id, doctor }) => setMoving({ doctor, visit_id: id })}
              onSkip={setSkipping}
            />
            <DueCard today={today} all={all} onAll={setAll} onSkip={setSkipping} />
            <SkippedCard skipped={skipped} day={day} onMove={setMoving} />
          </div>
          <DoneCard today={today} />
        </div>
      )}
      {moving?.visit_id && (
        <LaterMoveDialog
          doctor={moving.doctor}
          visit_id={moving.visit_id}
          today={day}
          next_day={next_day}
          onClose={() => setMoving(undefined)}
        />
      )}
      {skipping && (
        <LaterSkipDialog doctor={skipping.doctor} day={day} onClose={() => setSkipping(undefined)} />
      )}
    </>
  );
}

/** Switches between today, a day to plan, and the week. */
function TodayTabs({ show }: Pick<TodaySearch, "show">) {
  const tabs = [
    { label: "Today", target: paths.today(), current: show === undefined },
    { label: "Tomorrow", target: paths.today({ show: "tomorrow" }), current: show === "tomorrow" },
    { label: "Week", target: paths.today({ show: "week" }), current: show === "week" },
  ];
  return <LinkTabs label="Days" tabs={tabs} />;
}
