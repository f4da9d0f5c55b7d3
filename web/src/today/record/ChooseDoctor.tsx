import { monthWords } from "@rounds/domain/coverage/slip-words.ts";
import { cityOf } from "@rounds/domain/doctors/city.ts";
import type { DoctorOption } from "@rounds/domain/doctors/doctor-list.ts";
import type { Today, TodayDoctor } from "@rounds/domain/today/today.ts";
import { useQuery } from "@tanstack/react-query";
import { ChevronRight } from "lucide-react";
import { useState } from "react";
import { useToday } from "../../api/clock.ts";
import { type ChosenDoctor, DoctorRow, describeRest, headings } from "../../doctors/DoctorPicker.tsx";
import { doctorQueries } from "../../doctors/queries.ts";
import { FormSkeleton } from "../../form/FormSkeleton.tsx";
import { paths } from "../../paths.ts";
import { SearchBox } from "../../table/filter/SearchBox.tsx";
import { ButtonLink } from "../../ui/control/ButtonLink.tsx";
import { Card } from "../../ui/figure/Card.tsx";
import { EmptyState } from "../../ui/message/EmptyState.tsx";
import { RetryPanel } from "../../ui/message/RetryPanel.tsx";
import { Skeleton } from "../../ui/message/Skeleton.tsx";
import { ScreenLink } from "../../ui/navigation/ScreenLink.tsx";
import { todayQuery } from "../queries.ts";

/** How many late and due doctors are offered; the screen /today has them all. */
const dueOffered = 5;

/** A doctor to choose: `words` tell why, instead of what tells doctors with the same name apart. */
type Row = { id: string; doctor: ChosenDoctor; words?: string };

/** Whom the visit was to: those planned for today and those to see, those visited last, and a search over all. */
export function ChooseDoctor() {
  const [search, setSearch] = useState("");
  const day = useToday();
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery(
    doctorQueries.choices(search, day),
  );
  const today = useQuery(todayQuery(day));
  // Without it the list says less; it comes late so that no row moves under the thumb.
  const isReady = search !== "" || !today.isPending;
  const groups = data && groupsOf(data.rows, search === "" ? today.data : undefined);
  const rest = data && describeRest(data);
  return (
    <FormSkeleton title="Record Visit" back={paths.visits()} toOrigin>
      <SearchBox
        label="Doctor"
        value={search}
        onSearch={setSearch}
        placeholder="Search by name, specialization, type or class"
      />
      {groups && isReady ? (
        <div
          aria-busy={isPlaceholderData}
          className={`flex flex-col gap-4 transition-opacity duration-120 ${isPlaceholderData ? "opacity-60" : ""}`}
        >
          {groups.map(({ heading, rows }) => (
            <DoctorGroup key={heading} heading={heading} rows={rows} />
          ))}
          {groups.length === 0 && (
            <Card>
              <EmptyState
                title={search ? "No doctors found" : "No doctors added yet."}
                hint={search ? "Try a part of the name." : "Add a doctor, then record the visit."}
                action={!search && <ButtonLink target={paths.addDoctor()}>Add Doctor</ButtonLink>}
              />
            </Card>
          )}
          {rest && <p className="text-center text-small text-muted">{rest}</p>}
        </div>
      ) : (
        <Card>
          {error ? (
            <RetryPanel
              error={error}
              message="Database error fetching doctors"
              onRetry={() => void refetch()}
              retrying={isFetching}
            />
          ) : (
            <Skeleton lines={8} />
          )}
        </Card>
      )}
    </FormSkeleton>
  );
}

/** The doctors under their headings, each once, under the first one that fits. */
function groupsOf(options: readonly DoctorOption[], today: Today | undefined) {
  const seen = new Set<string>();
  const rowsOf = (doctors: readonly ChosenDoctor[]): Row[] =>
    doctors.map((doctor) => ({ id: doctor.id, doctor }));
  const inGroup = (group: DoctorOption["group"]) =>
    rowsOf(options.filter((option) => option.group === group));
  const planned = today?.planned.map(({ doctor }) => todayChoice(doctor)) ?? [];
  const due = today?.due.slice(0, dueOffered).map(({ doctor, ...month }) => ({
    ...{ id: doctor.id, doctor: todayChoice(doctor) },
    words: monthWords({ ...month, doctor_class: doctor.doctor_class }, today.day),
  }));
  const groups: { heading: string; rows: Row[] }[] = [
    { heading: headings.scheduled, rows: [...inGroup("scheduled"), ...rowsOf(planned)] },
    { heading: "Due and late", rows: due ?? [] },
    { heading: headings.recent, rows: inGroup("recent") },
    { heading: headings.others, rows: inGroup("others") },
  ];
  return groups
    .map(({ heading, rows }) => ({ heading, rows: rows.filter(({ id }) => !seen.has(id) && seen.add(id)) }))
    .filter(({ rows }) => rows.length > 0);
}

function todayChoice(doctor: TodayDoctor): ChosenDoctor {
  return { ...doctor, doctor_type: null, city: cityOf(doctor.address) };
}

function DoctorGroup({ heading, rows }: { heading: string; rows: readonly Row[] }) {
  return (
    <section className="rounded-card border border-line bg-surface">
      <h2 className="px-4 pt-3 pb-2 text-small font-medium text-muted sm:px-5">{heading}</h2>
      <ul>
        {rows.map(({ id, doctor, words }) => (
          <li key={id} className="border-t border-line last:rounded-b-card">
            <ScreenLink
              {...paths.recordVisit({ doctor_id: id })}
              className="flex min-h-14 items-center gap-2 px-4 py-2 font-medium hover:bg-hover sm:px-5"
            >
              <span className="min-w-0 flex-1">
                {words === undefined ? (
                  <DoctorRow doctor={doctor} />
                ) : (
                  <>
                    <span className="block break-words">{doctor.name}</span>
                    <span className="block text-small font-normal break-words text-muted">{words}</span>
                  </>
                )}
              </span>
              <ChevronRight size={18} aria-hidden="true" className="shrink-0 text-muted" />
            </ScreenLink>
          </li>
        ))}
      </ul>
    </section>
  );
}
