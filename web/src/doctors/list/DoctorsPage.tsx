import type { Doctor } from "@rounds/domain/doctors/doctor.ts";
import type { DoctorList, DoctorRow } from "@rounds/domain/doctors/doctor-list.ts";
import { formatCount } from "@rounds/domain/money/count.ts";
import { useQuery } from "@tanstack/react-query";
import { Plus, Users } from "lucide-react";
import { useCallback, useEffect, useEffectEvent, useMemo, useState } from "react";
import { useToday } from "../../api/clock.ts";
import { useWhose } from "../../api/people.ts";
import { useRefusals } from "../../api/permissions.ts";
import { usePending, withPending } from "../../api/phone/pending-rows.ts";
import { readingOf } from "../../api/reading.ts";
import { paths } from "../../paths.ts";
import { type DoctorsSearch, doctorsSearch } from "../../search.ts";
import { FilterChips } from "../../table/filter/FilterChips.tsx";
import { FilterDropdown } from "../../table/filter/FilterDropdown.tsx";
import { activeFilters, type Filter } from "../../table/filter/filters.ts";
import { MineToggle, WhoseFilter } from "../../table/filter/LaterWhose.ts";
import { ListFilters } from "../../table/filter/ListFilters.tsx";
import { type ChangeSearch, useListSearch } from "../../table/filter/useListSearch.ts";
import { byRepresentative } from "../../table/filter/whose.ts";
import { PagedTable } from "../../table/PagedTable.tsx";
import { PrintButton } from "../../table/PrintButton.tsx";
import { RowActions } from "../../table/rows/RowActions.tsx";
import { usePagedList } from "../../table/usePagedList.ts";
import { laterBeside } from "../../ui/browser/later.tsx";
import { ButtonLink } from "../../ui/control/ButtonLink.tsx";
import { laterDialog } from "../../ui/dialog/later-dialog.tsx";
import { Card } from "../../ui/figure/Card.tsx";
import { counted } from "../../ui/figure/counted.ts";
import { EmptyState } from "../../ui/message/EmptyState.tsx";
import { PageHeader } from "../../ui/navigation/PageHeader.tsx";
import { ListViews } from "../../views/LaterListViews.ts";
import { classChoices, typeChoices } from "../form/doctor-fields.ts";
import { LaterPlanVisit } from "../plan/LaterPlanVisit.tsx";
import { doctorQueries } from "../queries.ts";
import { DoctorCard } from "./DoctorCard.tsx";
import { doctorColumns } from "./doctor-columns.tsx";

/** Selecting doctors; the list is shown without waiting for its code. */
const SelectDoctors = laterBeside(
  () => import("../../bulk-edits/SelectDoctors.tsx").then((module) => module.SelectDoctors),
  () => null,
);
const DeleteDoctorDialog = laterDialog(
  () => import("../details/DeleteDoctorDialog.tsx").then((module) => module.DeleteDoctorDialog),
  (props) => props.onClose,
);

const loadFailed = "Error loading doctors. Please try again.";

const targetOf = ({ id }: DoctorRow) => paths.doctor(id);

/** The screen /doctors. */
export function DoctorsPage() {
  const [search, change] = useListSearch(doctorsSearch);
  const day = useToday();
  const doctors = useQuery(doctorQueries.list(search, day));
  const [deleting, setDeleting] = useState<Doctor | null>(null);
  const list = usePagedList(readingOf(doctors), {
    page: search.page,
    change,
    errorText: loadFailed,
  });
  const pending = usePending<DoctorRow>("doctors");
  const filters = filtersOf(search, useWhose(search.representative, byRepresentative.nobody));
  const filtered = activeFilters(filters).length > 0;
  const { data } = list;
  const refusals = useRefusals();
  const shown = useMemo(() => {
    // Only the server, or the phone, searches and filters.
    const isFirst = !filtered && !search.search && (search.page ?? 1) === 1;
    const own = isFirst ? pending : pending.filter(({ change }) => change);
    return data && withPending<DoctorRow, typeof data>(data, own, () => true);
  }, [data, pending, filtered, search]);
  const actions = useCallback(
    (doctor: DoctorRow) => (
      <span className="inline-flex align-middle">
        <LaterPlanVisit doctor={doctor} />
        <RowActions
          name={doctor.name}
          view={paths.doctor(doctor.id)}
          edit={paths.editDoctor(doctor.id)}
          onDelete={() => setDeleting(doctor)}
          undeletable={refusals.ofDoctor(doctor)}
        />
      </span>
    ),
    [refusals],
  );
  const card = useCallback((doctor: DoctorRow) => <DoctorCard doctor={doctor} today={day} />, [day]);
  const addDoctor = (
    <ButtonLink variant="primary" icon={Plus} target={paths.addDoctor()}>
      Add Doctor
    </ButtonLink>
  );
  return (
    <div className="flex flex-col gap-5 max-sm:gap-3">
      <PageHeader
        title="Doctors"
        summary={doctors.data && summaryOf(doctors.data, filtered)}
        actions={
          <>
            <ListViews
              list="doctors"
              search={search}
              exported={{ of: "doctors", query: search, total: doctors.data?.total }}
            />
            <SelectDoctors search={search} data={doctors.data} />
            <PrintButton />
          </>
        }
        primary={addDoctor}
      />
      <DoctorFilters search={search} change={change} />
      <FilterChips onPaper filters={filters} change={change} />
      <Card flush>
        <PagedTable
          label="Doctors"
          itemName="doctors"
          list={{ ...list, data: shown }}
          readWhole={() => doctorQueries.whole(search)}
          columns={doctorColumns}
          rowTarget={targetOf}
          actions={actions}
          card={card}
          empty={
            filtered ? (
              <EmptyState
                icon={Users}
                title="No doctors found matching your filters."
                hint="Try another word, or take a filter away."
              />
            ) : (
              <EmptyState
                icon={Users}
                title="No doctors added yet."
                hint="Doctors you add appear here, ready for their visits."
                action={
                  <>
                    <ButtonLink icon={Plus} target={paths.addDoctor()}>
                      Add First Doctor
                    </ButtonLink>
                    <ButtonLink target={paths.imports()}>Import a list</ButtonLink>
                  </>
                }
              />
            )
          }
        />
      </Card>
      {deleting && (
        <DeleteDoctorDialog
          doctor={deleting}
          question="Are you sure you want to delete this doctor?"
          failedText={(message) => `Error deleting doctor: ${message}`}
          onDeleted={() => setDeleting(null)}
          onClose={() => setDeleting(null)}
        />
      )}
    </div>
  );
}

function DoctorFilters({ search, change }: { search: DoctorsSearch; change: ChangeSearch<DoctorsSearch> }) {
  const places = useQuery(doctorQueries.places());
  const cities = places.data?.cities ?? [];
  const { doctor_class, doctor_type, city, representative, page } = search;
  // A link or a saved view may spell the city otherwise.
  const isOther = city !== undefined && cities.length > 0 && !cities.includes(city);
  const sayAsOffered = useEffectEvent(async () => {
    const { cityKey } = await import("@rounds/domain/doctors/same-city.ts");
    const same = cities.find((name) => cityKey(name) === cityKey(city ?? ""));
    if (same) change({ city: same, page });
  });
  useEffect(() => {
    if (isOther) sayAsOffered().catch(() => {});
  }, [isOther]);
  return (
    <ListFilters
      stays
      active={[doctor_class, doctor_type, city, representative].filter(Boolean).length}
      search={{
        value: search.search,
        change,
        placeholder: "Search by name, specialization or hospital...",
      }}
      quick={<MineToggle value={representative} onChange={change} />}
    >
      <FilterDropdown
        label="Class"
        value={doctor_class}
        options={classChoices}
        onChange={(value) => change({ doctor_class: value })}
      />
      <FilterDropdown
        label="Type"
        value={doctor_type}
        options={typeChoices}
        onChange={(value) => change({ doctor_type: value })}
      />
      <FilterDropdown
        label="City"
        value={city}
        options={cities.map((name) => ({ value: name, label: name }))}
        onChange={(value) => change({ city: value })}
      />
      <WhoseFilter value={representative} onChange={change} by={byRepresentative} table="Doctors" />
    </ListFilters>
  );
}

function filtersOf(
  { search, doctor_class, doctor_type, city }: DoctorsSearch,
  whose: string | undefined,
): Filter<DoctorsSearch>[] {
  const type = typeChoices.find((choice) => choice.value === doctor_type)?.label;
  return [
    { label: "Search", value: search, keys: ["search"] },
    { label: "Class", value: doctor_class, keys: ["doctor_class"] },
    { label: "Type", value: type, keys: ["doctor_type"] },
    { label: "City", value: city, keys: ["city"] },
    { label: "Representative", value: whose, keys: ["representative"] },
  ];
}

function summaryOf({ total, unfiltered }: DoctorList, filtered: boolean): string {
  const count = counted(total, "doctor");
  return filtered ? `${count}, filtered from ${formatCount(unfiltered)} total` : count;
}
