import { formatDayLong } from "@rounds/domain/calendar/calendar.ts";
import type { Today } from "@rounds/domain/today/today.ts";
import { dayOffWords } from "@rounds/domain/today/words.ts";
import { useQuery } from "@tanstack/react-query";
import { NotebookPen, UserPlus, Users } from "lucide-react";
import { useRef, useState } from "react";
import { useToday } from "../api/clock.ts";
import { paths } from "../paths.ts";
import { useRowFocus } from "../table/useRowFocus.ts";
import { ButtonLink } from "../ui/ButtonLink.tsx";
import { Card } from "../ui/Card.tsx";
import { EmptyState } from "../ui/EmptyState.tsx";
import { NoticeBanner } from "../ui/NoticeBanner.tsx";
import { PageHeader } from "../ui/PageHeader.tsx";
import { RetryPanel } from "../ui/RetryPanel.tsx";
import { Skeleton } from "../ui/Skeleton.tsx";
import { DoneCard } from "./DoneCard.tsx";
import { DueCard, fewDue } from "./DueCard.tsx";
import { PlannedCard } from "./PlannedCard.tsx";
import { todayQuery } from "./queries.ts";
import { SkippedCard } from "./SkippedCard.tsx";
import { StartOffer } from "./StartOffer.tsx";
import { LaterPlanDialog, LaterSkipDialog } from "./today-dialogs.ts";

/** The screen /today. */
export function TodayPage() {
  const day = useToday();
  const { data, error, refetch, isFetching } = useQuery(todayQuery(day));
  return (
    <div className="flex flex-col gap-5">
      <PageHeader
        title="Today"
        summary={formatDayLong(data?.day ?? day)}
        actions={
          (!data || data.doctors > 0) && (
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
      {data ? (
        <Day today={data} />
      ) : (
        <Card>
          {error ? (
            <RetryPanel
              message="Today could not be loaded."
              onRetry={() => void refetch()}
              retrying={isFetching}
            />
          ) : (
            <Skeleton lines={8} />
          )}
        </Card>
      )}
    </div>
  );
}

/** What a dialog is about; `visit_id` is the planned visit. */
type Chosen = { doctor: { id: string; name: string }; visit_id?: string | null };

function Day({ today }: { today: Today }) {
  const [planning, setPlanning] = useState<Chosen>();
  const [skipping, setSkipping] = useState<Chosen>();
  const [all, setAll] = useState(false);
  const lists = useRef<HTMLDivElement>(null);
  // In the order in which they stand on the page.
  const { planned, due, done, skipped, day, next_day } = today;
  useRowFocus(lists, [
    ...planned.map(({ id }) => id),
    ...(all ? due : due.slice(0, fewDue)).map(({ doctor }) => `due ${doctor.id}`),
    ...skipped.map(({ doctor }) => `skipped ${doctor.id}`),
    ...done.map(({ id }) => id),
  ]);
  const dayOff = dayOffWords(today.kind, today.holiday);
  const isNew = today.doctors === 0 && planned.length + done.length + skipped.length === 0;
  return (
    <>
      {dayOff && (
        <NoticeBanner told={false}>{dayOff} What is planned or late is shown all the same.</NoticeBanner>
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
              onPlan={({ id, doctor }) => setPlanning({ doctor, visit_id: id })}
              onSkip={setSkipping}
            />
            <DueCard today={today} all={all} onAll={setAll} onPlan={setPlanning} onSkip={setSkipping} />
            <SkippedCard skipped={skipped} day={day} onPlan={setPlanning} />
          </div>
          <DoneCard today={today} />
        </div>
      )}
      {planning && (
        <LaterPlanDialog
          doctor={planning.doctor}
          visit_id={planning.visit_id ?? undefined}
          today={day}
          next_day={next_day}
          onClose={() => setPlanning(undefined)}
        />
      )}
      {skipping && (
        <LaterSkipDialog doctor={skipping.doctor} day={day} onClose={() => setSkipping(undefined)} />
      )}
    </>
  );
}

function NoDoctors() {
  return (
    <EmptyState
      icon={Users}
      title="No doctors yet"
      hint="Add the doctors you visit, each with a class. Today then says whom to see first."
      action={
        <ButtonLink variant="primary" icon={UserPlus} target={paths.addDoctor()}>
          Add Doctor
        </ButtonLink>
      }
    />
  );
}
