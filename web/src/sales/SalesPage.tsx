import type { DoctorChoice } from "@rounds/domain/doctors/doctor-list.ts";
import { formatCount } from "@rounds/domain/money/count.ts";
import { emptySummary } from "@rounds/domain/sales/empty-summary.ts";
import type { SalesPage as SalesRows, SalesSummary } from "@rounds/domain/sales/sales.ts";
import { useQuery } from "@tanstack/react-query";
import { Plus, ReceiptText, SearchX } from "lucide-react";
import { useRef, useState } from "react";
import { isMissing } from "../api/api-error.ts";
import { useToday } from "../api/clock.ts";
import { useWhose } from "../api/people.ts";
import { known, type Reading, readingOf } from "../api/reading.ts";
import { doctorQueries } from "../doctors/queries.ts";
import { paths } from "../paths.ts";
import { productQueries } from "../products/queries.ts";
import { type SalesSearch, salesSearch } from "../search.ts";
import { filteringDays, isImpossible } from "../table/filter/range-problem.ts";
import { useListSearch } from "../table/filter/useListSearch.ts";
import { byAuthor } from "../table/filter/whose.ts";
import { PagedTable } from "../table/PagedTable.tsx";
import { PrintButton } from "../table/PrintButton.tsx";
import { usePagedList } from "../table/usePagedList.ts";
import { Button } from "../ui/control/Button.tsx";
import { ButtonLink } from "../ui/control/ButtonLink.tsx";
import { Card } from "../ui/figure/Card.tsx";
import { EmptyState } from "../ui/message/EmptyState.tsx";
import { useFailureToast, useRefusalToast } from "../ui/message/useFailureToast.ts";
import { PageHeader } from "../ui/navigation/PageHeader.tsx";
import { ListViews } from "../views/LaterListViews.ts";
import { salesQueries } from "./queries.ts";
import { SalesFigures } from "./SalesFigures.tsx";
import { SalesFilters } from "./SalesFilters.tsx";
import { saleColumns } from "./sale-columns.tsx";
import { askedFilters, describeDates, isFiltered } from "./sales-filters.ts";

const loadFailed = "Error loading sales data. Please try again.";
const choicesFailed = "Failed to load products. Please try again.";
const chosenFailed = "Error loading doctors";

/** The screen /sales. */
export function SalesPage() {
  const [search, change] = useListSearch(salesSearch);
  const { summary, list: sales, retry: retrySales } = useSales(search);
  const products = useQuery(productQueries.choices());
  const chosen = useChosenDoctor(search.doctor_id);
  const { doctor } = chosen;
  const failure = summary.error ?? sales.error;
  useRefusalToast(failure, loadFailed);
  // If the report fails too, its own message says enough.
  const isShown = !failure && sales.data !== undefined;
  useFailureToast(isShown ? products.error : null, choicesFailed);
  useFailureToast(isShown ? chosen.error : null, chosenFailed);

  const retry = () => {
    retrySales();
    if (products.error) void products.refetch();
    if (chosen.error) chosen.retry();
  };
  const list = usePagedList(
    { ...sales, retry },
    { page: search.page, change, errorText: loadFailed, quiet: true },
  );
  const details = useRef<HTMLElement>(null);
  const openDetails = () => {
    details.current?.scrollIntoView();
    details.current?.focus({ preventScroll: true });
  };
  const { data } = list;
  const whose = useWhose(search.representative, byAuthor.nobody);
  const product = products.data?.find(({ id }) => id === search.product_id);
  const names = [doctor?.name, product?.name, search.category, whose];
  return (
    <div className="flex flex-col gap-5">
      <PageHeader
        title="Sales Analytics"
        actions={
          <>
            <ListViews
              list="sales"
              search={search}
              exported={{
                of: "sales",
                query: askedFilters(search),
                total: isImpossible(search) ? 0 : data?.total,
              }}
            />
            <PrintButton />
          </>
        }
        summary={
          <>
            {describeDates(search)}
            {/* Paper leaves the chips out. */}
            <span className="hidden print:inline">{names.map((name) => name && ` · ${name}`)}</span>
          </>
        }
      />
      <SalesFilters
        search={search}
        doctor={doctor}
        onDoctor={(picked) => {
          chosen.remember(picked);
          change({ doctor_id: picked?.id });
        }}
        products={products.data}
        onChange={change}
      />
      <SalesFigures
        summary={summary}
        search={search}
        errorText={loadFailed}
        onRetry={retry}
        onOpenRows={openDetails}
      />
      <section ref={details} tabIndex={-1} aria-label="Sales Details" className={tight}>
        <Card
          flush
          title="Sales Details"
          actions={
            data && (
              <p className="text-small text-muted" aria-live="polite">
                Showing {formatCount(data.rows.length)} of {formatCount(data.total)} sales
              </p>
            )
          }
        >
          <PagedTable
            label="Sales Details"
            itemName="sales"
            list={list}
            readWhole={() => salesQueries.whole(askedFilters(search))}
            columns={saleColumns}
            rowTarget={(sale) => paths.visit(sale.visit_id)}
            empty={
              <NoSales
                search={search}
                onAllDates={() => change({ start_date: undefined, end_date: undefined })}
              />
            }
          />
        </Card>
      </section>
    </div>
  );
}

/** Seven columns: the cells move together if there is little room, and on paper. */
const tight =
  "rounded-card @max-[52rem]:[&_td]:px-1.5 @max-[52rem]:[&_th]:px-1.5 print:text-small print:[&_td]:px-1.5 print:[&_th]:px-1.5";

/** Says why there is nothing: no sale matches the filters, or there is none at all. */
function NoSales({ search, onAllDates }: { search: SalesSearch; onAllDates: () => void }) {
  if (!isFiltered(search)) {
    return (
      <EmptyState
        icon={ReceiptText}
        title="No sales recorded yet."
        hint="Every product sold in a visit is listed here."
        action={
          <ButtonLink variant="primary" icon={Plus} target={paths.addVisit()}>
            Add Visit
          </ButtonLink>
        }
      />
    );
  }
  // On a phone, the dates and their error are collapsed.
  const impossible = isImpossible(search);
  const ranged = filteringDays(search) !== null;
  return (
    <EmptyState
      icon={SearchX}
      title="No sales found matching your filters."
      hint={
        impossible
          ? "The end date is before the start date."
          : ranged
            ? "There may be sales on other dates."
            : "Try fewer filters."
      }
      action={(ranged || impossible) && <Button onClick={onAllDates}>Show all dates</Button>}
    />
  );
}

const noSales: SalesRows = { rows: [], total: 0, page: 1, page_size: 10 };

/** The figures and rows for an address, and a way to load again what failed. */
function useSales(search: SalesSearch): {
  summary: Reading<SalesSummary>;
  list: Reading<SalesRows>;
  retry: () => void;
} {
  const impossible = isImpossible(search);
  const asked = askedFilters(search);
  const today = useToday();
  const summary = useQuery({ ...salesQueries.summary(asked, today), enabled: !impossible });
  const list = useQuery({ ...salesQueries.list({ ...asked, page: search.page }), enabled: !impossible });
  const retry = () => {
    for (const query of [summary, list]) if (query.error) void query.refetch();
  };
  if (impossible) return { summary: known(emptySummary), list: known(noSales), retry };
  return { summary: readingOf(summary), list: readingOf(list), retry };
}

type Chosen = {
  /** `null` if none is chosen, or the one of a link is still loading. */
  doctor: DoctorChoice | null;
  /** Keeps a choice, so that its text need not be loaded again. */
  remember: (doctor: DoctorChoice | null) => void;
  /** Why the doctor of a link could not be loaded. */
  error: unknown;
  retry: () => void;
};

/** The doctor in the address: the one just chosen, otherwise loaded; a deleted one is "Unknown". */
function useChosenDoctor(doctor_id: string | undefined): Chosen {
  const [picked, remember] = useState<DoctorChoice | null>(null);
  const known = picked !== null && picked.id === doctor_id;
  const { data, error, refetch } = useQuery({
    ...doctorQueries.row(doctor_id ?? ""),
    enabled: doctor_id !== undefined && !known,
  });
  const retry = () => void refetch();
  if (doctor_id === undefined) return { doctor: null, remember, error: null, retry };
  if (known) return { doctor: picked, remember, error: null, retry };
  if (!isMissing(error)) return { doctor: data ?? null, remember, error, retry };
  const gone = { specialization: null, doctor_type: null, doctor_class: null };
  return { doctor: { id: doctor_id, name: "Unknown", ...gone }, remember, error: null, retry };
}
