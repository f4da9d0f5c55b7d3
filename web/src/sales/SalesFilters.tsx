import type { DoctorChoice } from "@rounds/domain/doctors/doctor-list.ts";
import { useWhose } from "../api/people.ts";
import { DoctorPicker, describeDoctor } from "../doctors/DoctorPicker.tsx";
import type { SalesSearch } from "../search.ts";
import { DateRangeFilter } from "../table/filter/DateRangeFilter.tsx";
import { FilterChips } from "../table/filter/FilterChips.tsx";
import { FilterDropdown } from "../table/filter/FilterDropdown.tsx";
import { activeFilters, type Filter } from "../table/filter/filters.ts";
import { MineToggle, WhoseFilter } from "../table/filter/LaterWhose.ts";
import { ListFilters } from "../table/filter/ListFilters.tsx";
import { filteringDays } from "../table/filter/range-problem.ts";
import type { ChangeSearch } from "../table/filter/useListSearch.ts";
import { byAuthor } from "../table/filter/whose.ts";
import { describeDates } from "./sales-filters.ts";

/** Placeholder for a name that is loading. */
const awaited = "…";

type Props = {
  search: SalesSearch;
  doctor: DoctorChoice | null;
  onDoctor: (doctor: DoctorChoice | null) => void;
  /** `undefined` while they are loading. */
  products: readonly { id: string; name: string }[] | undefined;
  onChange: ChangeSearch<SalesSearch>;
};

/** The filters of the sales analytics, with active ones as chips. */
export function SalesFilters({ search, doctor, onDoctor, products, onChange }: Props) {
  const { start_date = "", end_date = "", product_id } = search;
  const choices = products?.map(({ id, name }) => ({ value: id, label: name })) ?? [];
  const chosen = choices.find(({ value }) => value === product_id);
  const productName = chosen?.label ?? (products ? "Unknown" : awaited);
  if (product_id && !chosen) choices.push({ value: product_id, label: productName });

  const filters: Filter<SalesSearch>[] = [
    { label: "Doctor", value: search.doctor_id && (doctor?.name ?? awaited), keys: ["doctor_id"] },
    {
      label: "Dates",
      value: filteringDays(search) && describeDates(search),
      keys: ["start_date", "end_date"],
    },
    { label: "Product", value: product_id && productName, keys: ["product_id"] },
    { label: "Category", value: search.category, keys: ["category"] },
    {
      label: "Representative",
      value: useWhose(search.representative, byAuthor.nobody),
      keys: ["representative"],
    },
  ];

  return (
    <div className="flex flex-col gap-3">
      <ListFilters
        active={activeFilters(filters).length}
        quick={<MineToggle value={search.representative} onChange={onChange} />}
      >
        <search className="min-w-0 sm:flex-1 sm:basis-56">
          <DoctorPicker
            ref={leadHere}
            value={doctor}
            onChange={onDoctor}
            boxText={boxText}
            closesWhenCleared
          />
        </search>
        <DateRangeFilter
          from={start_date}
          to={end_date}
          onChange={({ from, to }) => onChange({ start_date: from || undefined, end_date: to || undefined })}
        />
        <FilterDropdown
          label="Product"
          allLabel="All Products"
          value={product_id}
          options={choices}
          onChange={(id) => onChange({ product_id: id })}
        />
        <WhoseFilter value={search.representative} onChange={onChange} by={byAuthor} table="Sales Details" />
      </ListFilters>
      <FilterChips filters={filters} change={onChange} />
    </div>
  );
}

/** The box's text for a doctor: "Dr. Asha Rao · Cardiology · Prescriber · Class A". */
function boxText(doctor: DoctorChoice): string {
  return [doctor.name, describeDoctor(doctor)].filter(Boolean).join(" · ");
}

/** The key "/" focuses the doctor's box. */
function leadHere(input: HTMLInputElement | null) {
  input?.setAttribute("data-search", "");
}
