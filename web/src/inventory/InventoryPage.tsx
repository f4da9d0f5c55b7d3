import { exportName } from "@rounds/domain/inventory/report.ts";
import { useQuery } from "@tanstack/react-query";
import { Boxes, Plus, SearchX } from "lucide-react";
import { useRef } from "react";
import { useToday } from "../api/clock.ts";
import { useRefusals } from "../api/permissions.ts";
import { paths } from "../paths.ts";
import { productQueries } from "../products/queries.ts";
import { inventorySearch } from "../search.ts";
import { describeDays } from "../table/filter/describe-days.ts";
import { useListSearch } from "../table/filter/useListSearch.ts";
import { PrintButton } from "../table/PrintButton.tsx";
import { usePageInReach } from "../table/usePageInReach.ts";
import { Button } from "../ui/control/Button.tsx";
import { ButtonLink } from "../ui/control/ButtonLink.tsx";
import { Card } from "../ui/figure/Card.tsx";
import { EmptyState } from "../ui/message/EmptyState.tsx";
import { RetryPanel } from "../ui/message/RetryPanel.tsx";
import { useFailureToast, useRefusalToast } from "../ui/message/useFailureToast.ts";
import { PageHeader } from "../ui/navigation/PageHeader.tsx";
import { ListViews } from "../views/LaterListViews.ts";
import { InventoryDetails } from "./InventoryDetails.tsx";
import { InventoryFigures } from "./InventoryFigures.tsx";
import { InventoryFilters, noFilters } from "./InventoryFilters.tsx";
import { readExport, readWholeReport } from "./queries.ts";
import { ReportButtons } from "./ReportButtons.tsx";
import { reportDays } from "./report-days.ts";
import { reportLinks } from "./report-links.ts";
import { askedFilters, useInventory } from "./useInventory.ts";

const loadFailed = "Failed to load inventory data. Please check your connection and try again.";
const choicesFailed = "Failed to load products. Please try again.";

/** The screen /inventory. */
export function InventoryPage() {
  const [search, change] = useListSearch(inventorySearch);
  const today = useToday();
  const days = reportDays(search, today);
  const links = reportLinks(search, days, today);
  const { summary, list, retry, refresh } = useInventory(search, days, today);
  const products = useQuery(productQueries.choices());
  const failure = summary.error ?? list.error;
  useRefusalToast(failure, loadFailed);
  // If the report fails too, its own message says enough.
  useFailureToast(failure || !list.data ? null : products.error, choicesFailed);
  usePageInReach(search.page, list.outdated ? undefined : list.data?.page, change);

  const details = useRef<HTMLElement>(null);
  const openDetails = () => {
    details.current?.scrollIntoView();
    details.current?.focus({ preventScroll: true });
  };
  const filtered = days.chosen || Boolean(search.product_id || search.category);
  return (
    <div className="flex flex-col gap-5">
      <PageHeader
        title="Inventory"
        summary={days.problem ? "No days" : describeDays(days)}
        actions={
          <>
            <ListViews list="inventory" search={search} />
            <PrintButton />
            <ReportButtons
              exportable={!days.problem && (list.data?.total ?? 0) > 0}
              onExport={(format) => readExport({ ...askedFilters(search, days), format })}
              fileName={(format) => exportName(days, today, format)}
              refreshable={!days.problem}
              onRefresh={refresh}
            />
          </>
        }
      />
      <InventoryFilters
        search={search}
        days={days}
        today={today}
        products={products.data}
        onChange={change}
      />
      {Boolean(summary.error) && (
        <Card>
          <RetryPanel
            error={summary.error}
            message={loadFailed}
            onRetry={retry}
            retrying={summary.refreshing}
          />
        </Card>
      )}
      {(summary.data || !summary.error) && (
        <InventoryFigures
          summary={summary.data}
          days={days}
          today={today}
          links={links}
          category={search.category}
          outdated={summary.outdated}
          onOpenRows={openDetails}
        />
      )}
      <section ref={details} tabIndex={-1} aria-label="Inventory Details" className="rounded-card">
        <InventoryDetails
          list={list}
          links={links}
          isNow={days.to === today}
          readWhole={() => readWholeReport(askedFilters(search, days))}
          errorText={loadFailed}
          onRetry={retry}
          asked={search.page ?? 1}
          onPage={(page) => change({ page })}
          empty={<NoProducts problem={days.problem} filtered={filtered} onClear={() => change(noFilters)} />}
        />
      </section>
    </div>
  );
}

type NoProductsProps = { problem: string | null; filtered: boolean; onClear: () => void };

/** Says why there is nothing: the days can't be used, no product matches the filters, or there is none at all. */
function NoProducts({ problem, filtered, onClear }: NoProductsProps) {
  const refusal = useRefusals().of("change_products");
  if (problem || filtered) {
    return (
      <EmptyState
        icon={SearchX}
        title={problem ?? "No products found matching your filters."}
        hint={problem ? "Choose the first and the last day of the report." : "Try fewer filters."}
        action={<Button onClick={onClear}>Clear Filters</Button>}
      />
    );
  }
  return (
    <EmptyState
      icon={Boxes}
      title="No products in the inventory yet."
      hint="Here you see what came in of each product, what was sold, what is left and what it is worth."
      action={
        <ButtonLink variant="primary" icon={Plus} target={paths.addProduct()} refusal={refusal}>
          Add First Product
        </ButtonLink>
      }
    />
  );
}
