import type { Day } from "@rounds/domain/calendar/calendar.ts";
import type { ProductChoice } from "@rounds/domain/products/product-list.ts";
import type { InventorySearch } from "../search.ts";
import { DateRangeFilter } from "../table/filter/DateRangeFilter.tsx";
import { describeDays } from "../table/filter/describe-days.ts";
import { FilterChips } from "../table/filter/FilterChips.tsx";
import { FilterDropdown } from "../table/filter/FilterDropdown.tsx";
import { activeFilters, type Filter } from "../table/filter/filters.ts";
import { ListFilters } from "../table/filter/ListFilters.tsx";
import type { ChangeSearch } from "../table/filter/useListSearch.ts";
import { namedDays, type ReportDays } from "./report-days.ts";

type Props = {
  search: InventorySearch;
  days: ReportDays;
  today: Day;
  /** `undefined` until they are loaded. */
  products: readonly ProductChoice[] | undefined;
  onChange: ChangeSearch<InventorySearch>;
};

/** Changes that remove every filter. */
export const noFilters = {
  start_date: undefined,
  end_date: undefined,
  product_id: undefined,
  category: undefined,
} as const;

/** The filters of the report, with active ones as chips; paper shows them in words. */
export function InventoryFilters({ search, days, today, products, onChange }: Props) {
  const { start_date, end_date } = days.shown;
  const { product_id, category } = search;
  const product = product_id && productName(product_id, products);

  const filters: Filter<InventorySearch>[] = [
    {
      label: "Dates",
      value: days.chosen && !days.problem && describeDays(days),
      keys: ["start_date", "end_date"],
    },
    { label: "Product", value: product, keys: ["product_id"] },
    { label: "Category", value: category, keys: ["category"] },
  ];
  const options = products?.map(({ id, name }) => ({ value: id, label: name })) ?? [];
  const listed = options.some(({ value }) => value === product_id);
  return (
    <div className="flex flex-col gap-3">
      <ListFilters active={activeFilters(filters).length}>
        <DateRangeFilter
          from={start_date}
          to={end_date}
          max={today}
          refusal={days.problem}
          onChange={(chosen) => onChange(namedDays(chosen, today))}
        />
        <FilterDropdown
          label="Product"
          allLabel="All Products"
          value={product_id}
          options={
            product_id && product && !listed ? [{ value: product_id, label: product }, ...options] : options
          }
          onChange={(chosen) => onChange({ product_id: chosen })}
        />
      </ListFilters>
      <FilterChips filters={filters} change={onChange} clearLabel="Clear Filters" />
      {(product || category) && (
        <p className="hidden print:block">
          {[product && `Product: ${product}`, category && `Category: ${category}`]
            .filter(Boolean)
            .join(" · ")}
        </p>
      )}
    </div>
  );
}

function productName(id: string, products: readonly ProductChoice[] | undefined): string {
  if (!products) return "…";
  return products.find((product) => product.id === id)?.name ?? "A product that no longer exists";
}
