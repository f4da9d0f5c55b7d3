import { useQuery } from "@tanstack/react-query";
import { History } from "lucide-react";
import { pageSearch } from "../search.ts";
import { ledgerQuery } from "../stock/queries.ts";
import { DataTable } from "../table/DataTable.tsx";
import { Pagination } from "../table/Pagination.tsx";
import { useListSearch } from "../table/useListSearch.ts";
import { usePageInReach } from "../table/usePageInReach.ts";
import { Card } from "../ui/Card.tsx";
import { EmptyState } from "../ui/EmptyState.tsx";
import { ledgerColumns } from "./ledger-columns.tsx";

/** A product's ledger, newest first. */
export function LedgerCard({ product_id }: { product_id: string }) {
  const [{ page: wanted = 1 }, change] = useListSearch(pageSearch);
  const ledger = useQuery(ledgerQuery(product_id, wanted));
  usePageInReach(wanted, ledger.isPlaceholderData ? undefined : ledger.data?.page, change);
  const { rows, total = 0, page = 1 } = ledger.data ?? {};
  return (
    <Card title="Stock History" flush>
      <DataTable
        label="Stock History"
        columns={ledgerColumns}
        rows={rows}
        rowKey={(row) => row.id}
        error={ledger.error}
        errorText="The stock history could not be loaded."
        onRetry={() => void ledger.refetch()}
        refreshing={ledger.isPlaceholderData || ledger.isRefetching}
        empty={
          <EmptyState
            icon={History}
            title="No stock movements yet"
            hint="Every unit that comes in or goes out is recorded here, with who did it."
          />
        }
      />
      <Pagination
        page={page}
        total={total}
        shown={rows?.length ?? 0}
        onPage={(next) => change({ page: next })}
        itemName="entries"
      />
    </Card>
  );
}
