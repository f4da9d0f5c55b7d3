import type { DoctorChoice } from "@rounds/domain/doctors/doctor-list.ts";
import { DoctorPicker, describeDoctor } from "../doctors/DoctorPicker.tsx";
import type { SalesSearch } from "../search.ts";
import { DateRangeFilter } from "../table/DateRangeFilter.tsx";
import { type FilterChip, FilterChips } from "../table/FilterChips.tsx";
import { FilterDropdown } from "../table/FilterDropdown.tsx";
import { ListFilters } from "../table/ListFilters.tsx";
import type { ChangeSearch } from "../table/useListSearch.ts";
import { describeDates, rangeApplies } from "./sales-filters.ts";

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

  const chips: FilterChip[] = [];
  const show = (label: string, value: string, without: Partial<typeof noFilters>) =>
    chips.push({ label, value, onRemove: () => onChange(without) });
  if (search.doctor_id) show("Doctor", doctor?.name ?? awaited, { doctor_id: undefined });
  if (rangeApplies(search)) {
    show("Dates", describeDates(search), { start_date: undefined, end_date: undefined });
  }
  if (product_id) show("Product", productName, { product_id: undefined });
  if (search.category) show("Category", search.category, { category: undefined });

  return (
    <div className="flex flex-col gap-3">
      <ListFilters active={chips.length}>
        <search className="min-w-0 sm:flex-1 sm:basis-56 [&_label]:text-small">
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
      </ListFilters>
      <FilterChips chips={chips} onClearAll={() => onChange(noFilters)} />
    </div>
  );
}

const noFilters = {
  start_date: undefined,
  end_date: undefined,
  doctor_id: undefined,
  product_id: undefined,
  category: undefined,
};

/** The box's text for a doctor: "Dr. Asha Rao · Cardiology · Prescriber · Class A". */
function boxText(doctor: DoctorChoice): string {
  return [doctor.name, describeDoctor(doctor)].filter(Boolean).join(" · ");
}

/** The key "/" focuses the doctor's box. */
function leadHere(input: HTMLInputElement | null) {
  input?.setAttribute("data-search", "");
}
