import type { Doctor } from "@rounds/domain/doctors/doctor.ts";
import { formatCount } from "@rounds/domain/money/money.ts";
import { useQuery } from "@tanstack/react-query";
import { Plus, Users } from "lucide-react";
import { useState } from "react";
import { paths } from "../paths.ts";
import { type DoctorsSearch, doctorsSearch } from "../search.ts";
import { DataTable } from "../table/DataTable.tsx";
import { FilterChips } from "../table/FilterChips.tsx";
import { FilterDropdown } from "../table/FilterDropdown.tsx";
import { ListFilters } from "../table/ListFilters.tsx";
import { Pagination } from "../table/Pagination.tsx";
import { PrintButton } from "../table/PrintButton.tsx";
import { RowActions } from "../table/RowActions.tsx";
import { SearchBox } from "../table/SearchBox.tsx";
import { type ChangeSearch, useListSearch } from "../table/useListSearch.ts";
import { usePageInReach } from "../table/usePageInReach.ts";
import { ButtonLink } from "../ui/ButtonLink.tsx";
import { Card } from "../ui/Card.tsx";
import { counted } from "../ui/counted.ts";
import { EmptyState } from "../ui/EmptyState.tsx";
import { PageHeader } from "../ui/PageHeader.tsx";
import { useFailureToast } from "../ui/useFailureToast.ts";
import { DeleteDoctorDialog } from "./DeleteDoctorDialog.tsx";
import { doctorColumns } from "./doctor-columns.tsx";
import { classChoices, typeChoices } from "./doctor-fields.ts";
import { doctorQueries } from "./queries.ts";

const loadFailed = "Error loading doctors. Please try again.";

/** The screen /doctors. */
export function DoctorsPage() {
  const [search, change] = useListSearch(doctorsSearch);
  const doctors = useQuery(doctorQueries.list(search));
  const [deleting, setDeleting] = useState<Doctor | null>(null);
  useFailureToast(doctors.error, loadFailed);
  usePageInReach(search.page, doctors.isPlaceholderData ? undefined : doctors.data?.page, change);

  const { rows, total = 0, unfiltered = 0, page = 1 } = doctors.data ?? {};
  const chips = chipsOf(search, change);
  const addDoctor = (
    <ButtonLink variant="primary" icon={Plus} target={paths.addDoctor()}>
      Add Doctor
    </ButtonLink>
  );
  return (
    <div className="flex flex-col gap-5">
      <PageHeader
        title="Doctors"
        summary={doctors.data && summaryOf(total, unfiltered, chips.length > 0)}
        actions={<PrintButton />}
        primary={addDoctor}
      />
      <DoctorFilters search={search} change={change} />
      <FilterChips
        told
        chips={chips}
        onClearAll={() =>
          change({ search: undefined, doctor_class: undefined, doctor_type: undefined, city: undefined })
        }
      />
      <Card flush>
        <DataTable
          label="Doctors"
          columns={doctorColumns}
          rows={rows}
          whole={{ total, read: () => doctorQueries.whole(search) }}
          rowKey={(doctor) => doctor.id}
          rowTarget={(doctor) => paths.doctor(doctor.id)}
          actions={(doctor) => (
            <RowActions
              name={doctor.name}
              view={paths.doctor(doctor.id)}
              edit={paths.editDoctor(doctor.id)}
              onDelete={() => setDeleting(doctor)}
            />
          )}
          error={doctors.error}
          errorText={loadFailed}
          onRetry={() => void doctors.refetch()}
          refreshing={doctors.isPlaceholderData || doctors.isRefetching}
          empty={
            chips.length > 0 ? (
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
                  <ButtonLink icon={Plus} target={paths.addDoctor()}>
                    Add First Doctor
                  </ButtonLink>
                }
              />
            )
          }
        />
        <Pagination
          page={page}
          total={total}
          shown={rows?.length ?? 0}
          onPage={(next) => change({ page: next })}
          itemName="doctors"
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

type Filters = { search: DoctorsSearch; change: ChangeSearch<DoctorsSearch> };

function DoctorFilters({ search, change }: Filters) {
  const places = useQuery(doctorQueries.places());
  const cities = places.data?.cities ?? [];
  const { doctor_class, doctor_type, city } = search;
  return (
    <ListFilters
      active={[doctor_class, doctor_type, city].filter(Boolean).length}
      search={
        <SearchBox
          value={search.search ?? ""}
          onSearch={(text) => change({ search: text || undefined })}
          placeholder="Search by name, specialization or hospital..."
        />
      }
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
    </ListFilters>
  );
}

function chipsOf({ search, doctor_class, doctor_type, city }: DoctorsSearch, change: Filters["change"]) {
  const type = typeChoices.find((choice) => choice.value === doctor_type)?.label;
  return [
    ...(search ? [{ label: "Search", value: search, onRemove: () => change({ search: undefined }) }] : []),
    ...(doctor_class
      ? [{ label: "Class", value: doctor_class, onRemove: () => change({ doctor_class: undefined }) }]
      : []),
    ...(type ? [{ label: "Type", value: type, onRemove: () => change({ doctor_type: undefined }) }] : []),
    ...(city ? [{ label: "City", value: city, onRemove: () => change({ city: undefined }) }] : []),
  ];
}

function summaryOf(total: number, unfiltered: number, filtered: boolean): string {
  const count = counted(total, "doctor");
  return filtered ? `${count}, filtered from ${formatCount(unfiltered)} total` : count;
}
