import { formatCount } from "@rounds/domain/money/money.ts";
import type { Product } from "@rounds/domain/products/product.ts";
import { useQuery } from "@tanstack/react-query";
import { Package, Plus } from "lucide-react";
import { Suspense, useMemo, useState } from "react";
import { paths } from "../paths.ts";
import { productsSearch } from "../search.ts";
import { DataTable } from "../table/DataTable.tsx";
import { ListFilters } from "../table/ListFilters.tsx";
import { Pagination } from "../table/Pagination.tsx";
import { PrintButton } from "../table/PrintButton.tsx";
import { RowActions } from "../table/RowActions.tsx";
import { SearchBox } from "../table/SearchBox.tsx";
import { useListSearch } from "../table/useListSearch.ts";
import { usePageInReach } from "../table/usePageInReach.ts";
import { ButtonLink } from "../ui/ButtonLink.tsx";
import { Card } from "../ui/Card.tsx";
import { counted } from "../ui/counted.ts";
import { EmptyState } from "../ui/EmptyState.tsx";
import { PageHeader } from "../ui/PageHeader.tsx";
import { useFailureToast } from "../ui/useFailureToast.ts";
import { DeleteProductDialog, undeletable } from "./DeleteProductDialog.tsx";
import { StockModal } from "./lazy-stock-modal.ts";
import { productColumns } from "./product-columns.tsx";
import { productQueries } from "./queries.ts";
import type { StockMode } from "./StockModal.tsx";

const loadFailed = "Error loading products. Please try again.";

/** The screen /products. */
export function ProductsPage() {
  const [search, change] = useListSearch(productsSearch);
  const products = useQuery(productQueries.list(search));
  const [deleting, setDeleting] = useState<Product | null>(null);
  const [stock, setStock] = useState<{ product: Product; mode: StockMode } | null>(null);
  const columns = useMemo(() => productColumns((product, mode) => setStock({ product, mode })), []);
  useFailureToast(products.error, loadFailed);
  usePageInReach(search.page, products.isPlaceholderData ? undefined : products.data?.page, change);

  const { rows, total = 0, unfiltered = 0, page = 1, page_size } = products.data ?? {};
  const searched = search.search !== undefined;
  return (
    <div className="flex flex-col gap-5">
      <PageHeader
        title="Products"
        summary={
          rows && (
            <>
              <span className="print:hidden">{shownWords(rows.length, total, unfiltered)}</span>
              <span className="hidden print:inline">
                {counted(total, "product")}
                {searched && ` found by "${search.search}"`}
              </span>
            </>
          )
        }
        actions={<PrintButton />}
        primary={
          <ButtonLink variant="primary" icon={Plus} target={paths.addProduct()}>
            Add Product
          </ButtonLink>
        }
      />
      <ListFilters
        search={
          <SearchBox
            value={search.search ?? ""}
            onSearch={(text) => change({ search: text || undefined })}
            placeholder="Search by name, description or category..."
          />
        }
      />
      <Card flush>
        <DataTable
          label="Products"
          columns={columns}
          rows={rows}
          whole={{ total, read: () => productQueries.whole(search) }}
          rowKey={(product) => product.id}
          rowTarget={(product) => paths.product(product.id)}
          actions={(product) => (
            <RowActions
              name={product.name}
              view={paths.product(product.id)}
              edit={paths.editProduct(product.id)}
              onDelete={() => setDeleting(product)}
              undeletable={undeletable(product)}
            />
          )}
          error={products.error}
          errorText={loadFailed}
          onRetry={() => void products.refetch()}
          refreshing={products.isPlaceholderData || products.isRefetching}
          empty={
            searched ? (
              <EmptyState
                icon={Package}
                title="No products found matching your search."
                hint="Try another word."
              />
            ) : (
              <EmptyState
                icon={Package}
                title="No products added yet."
                hint="Products you add appear here, with their prices and stock."
                action={
                  <ButtonLink icon={Plus} target={paths.addProduct()}>
                    Add First Product
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
          pageSize={page_size}
          itemName={searched ? "matching products" : "products"}
        />
      </Card>
      {deleting && (
        <DeleteProductDialog
          product={deleting}
          failedText="Error deleting product. Please try again."
          onDeleted={() => setDeleting(null)}
          onClose={() => setDeleting(null)}
        />
      )}
      {stock && (
        <Suspense fallback={null}>
          <StockModal product={stock.product} mode={stock.mode} onClose={() => setStock(null)} />
        </Suspense>
      )}
    </div>
  );
}

/** "Showing 25 of 27 products (filtered from 47 total)": of the matching ones, and of all if some don't match. */
function shownWords(shown: number, matching: number, all: number): string {
  const words = `Showing ${formatCount(shown)} of ${formatCount(matching)} products`;
  return matching < all ? `${words} (filtered from ${formatCount(all)} total)` : words;
}
