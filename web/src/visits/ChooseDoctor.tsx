import type { DoctorOption } from "@rounds/domain/doctors/doctor-list.ts";
import { useQuery } from "@tanstack/react-query";
import { ChevronRight } from "lucide-react";
import { useState } from "react";
import { DoctorRow, describeRest, headings } from "../doctors/DoctorPicker.tsx";
import { doctorQueries } from "../doctors/queries.ts";
import { FormSkeleton } from "../form/FormSkeleton.tsx";
import { paths } from "../paths.ts";
import { SearchBox } from "../table/SearchBox.tsx";
import { ButtonLink } from "../ui/ButtonLink.tsx";
import { Card } from "../ui/Card.tsx";
import { EmptyState } from "../ui/EmptyState.tsx";
import { RetryPanel } from "../ui/RetryPanel.tsx";
import { ScreenLink } from "../ui/ScreenLink.tsx";
import { Skeleton } from "../ui/Skeleton.tsx";

/** Whom the visit was to: those planned for today, those visited last, and a search over all. */
export function ChooseDoctor() {
  const [search, setSearch] = useState("");
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery(doctorQueries.choices(search));
  const groups = Object.entries(headings).flatMap(([group, heading]) => {
    const rows = data?.rows.filter((doctor) => doctor.group === group) ?? [];
    return rows.length > 0 ? [{ heading, rows }] : [];
  });
  const rest = data && describeRest(data);
  return (
    <FormSkeleton title="Record Visit" back={paths.visits()} toOrigin>
      <SearchBox
        label="Doctor"
        value={search}
        onSearch={setSearch}
        placeholder="Search by name, specialization, type or class"
      />
      {data ? (
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

function DoctorGroup({ heading, rows }: { heading: string; rows: readonly DoctorOption[] }) {
  return (
    <section className="rounded-card border border-line bg-surface">
      <h2 className="px-4 pt-3 pb-2 text-small font-medium text-muted sm:px-5">{heading}</h2>
      <ul>
        {rows.map((doctor) => (
          <li key={doctor.id} className="border-t border-line last:rounded-b-card">
            <ScreenLink
              {...paths.recordVisit({ doctor_id: doctor.id })}
              className="flex min-h-14 items-center gap-2 px-4 py-2 font-medium hover:bg-hover sm:px-5"
            >
              <span className="min-w-0 flex-1">
                <DoctorRow doctor={doctor} />
              </span>
              <ChevronRight size={18} aria-hidden="true" className="shrink-0 text-muted" />
            </ScreenLink>
          </li>
        ))}
      </ul>
    </section>
  );
}
