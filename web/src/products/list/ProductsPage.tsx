import { formatCount } from "@rounds/domain/money/count.ts";
import type { Product } from "@rounds/domain/products/product.ts";
import type { ProductList } from "@rounds/domain/products/product-list.ts";
import { useQuery } from "@tanstack/react-query";
import { Package, Plus } from "lucide-react";
import { useCallback, useMemo, useState } from "react";
import { useRefusals } from "../../api/permissions.ts";
import { readingOf } from "../../api/reading.ts";
import { paths, type Target } from "../../paths.ts";
import { productsSearch } from "../../search.ts";
import { ListFilters } from "../../table/filter/ListFilters.tsx";
import { useListSearch } from "../../table/filter/useListSearch.ts";
import { PagedTable } from "../../table/PagedTable.tsx";
import { PrintButton } from "../../table/PrintButton.tsx";
import { RowActions } from "../../table/rows/RowActions.tsx";
import { usePagedList } from "../../table/usePagedList.ts";
import { ButtonLink } from "../../ui/control/ButtonLink.tsx";
import { Card } from "../../ui/figure/Card.tsx";
import { counted } from "../../ui/figure/counted.ts";
import { EmptyState } from "../../ui/message/EmptyState.tsx";
import { PageHeader } from "../../ui/navigation/PageHeader.tsx";
import { ListViews } from "../../views/LaterListViews.ts";
import { DeleteProductDialog, undeletable } from "../details/DeleteProductDialog.tsx";
import { productQueries } from "../queries.ts";
import { LazyStockModal } from "../stock/LazyStockModal.ts";
import type { StockMode } from "../stock/StockModal.tsx";
import { ProductCard } from "./ProductCard.tsx";
import { productColumns } from "./product-columns.tsx";

const loadFailed = "Error loading products. Please try again.";
/** The list is shown already. */
const refetchFailed = "Error fetching products. Please try again.";

type ProductRow = ProductList["rows"][number];
const targetOf = ({ id }: ProductRow) => paths.product(id);

/** The screen /products. */
export function ProductsPage() {
  const [search, change] = useListSearch(productsSearch);
  const products = useQuery(productQueries.list(search));
  const [deleting, setDeleting] = useState<ProductRow | null>(null);
  const [stock, setStock] = useState<{ product: Product; mode: StockMode } | null>(null);
  const columns = useMemo(() => productColumns((product, mode) => setStock({ product, mode })), []);
  const list = usePagedList(readingOf(products), {
    page: search.page,
    change,
    errorText: products.data ? refetchFailed : loadFailed,
  });
  const { data } = products;
  const searched = search.search !== undefined;
  const refusal = useRefusals().of("change_products");
  const changes = useCallback(
    (product: ProductRow, view?: Target) => (
      <RowActions
        name={product.name}
        {...(view && { view })}
        edit={paths.editProduct(product.id)}
        onDelete={() => setDeleting(product)}
        uneditable={refusal}
        undeletable={refusal ?? undeletable(product)}
        onExplain={refusal ? undefined : () => setDeleting(product)}
      />
    ),
    [refusal],
  );
  const actions = useCallback((product: ProductRow) => changes(product, targetOf(product)), [changes]);
  const card = useCallback(
    (product: ProductRow) => (
      <ProductCard
        product={product}
        onStock={(mode) => setStock({ product, mode })}
        actions={changes(product)}
      />
    ),
    [changes],
  );
  return (
    <div className="flex flex-col gap-5">
      <PageHeader
        title="Products"
        summary={
          data && (
            <>
              <span className="print:hidden">{shownWords(data)}</span>
              <span className="hidden print:inline">
                {counted(data.total, "product")}
                {searched && ` found by "${search.search}"`}
              </span>
            </>
          )
        }
        actions={
          <>
            <ListViews
              list="products"
              search={search}
              exported={{ of: "products", query: search, total: data?.total }}
            />
            <PrintButton />
          </>
        }
        primary={
          <ButtonLink variant="primary" icon={Plus} target={paths.addProduct()} refusal={refusal}>
            Add Product
          </ButtonLink>
        }
      />
      <ListFilters
        search={{
          value: search.search,
          change,
          placeholder: "Search by name, description or category...",
        }}
      />
      <Card flush>
        <PagedTable
          label="Products"
          itemName={searched ? "matching products" : "products"}
          list={list}
          readWhole={() => productQueries.whole(search)}
          columns={columns}
          rowTarget={targetOf}
          actions={actions}
          card={card}
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
                  <>
                    <ButtonLink icon={Plus} target={paths.addProduct()} refusal={refusal}>
                      Add First Product
                    </ButtonLink>
                    <ButtonLink target={paths.imports({ of: "products" })} refusal={refusal}>
                      Import a list
                    </ButtonLink>
                  </>
                }
              />
            )
          }
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
      {stock && <LazyStockModal product={stock.product} mode={stock.mode} onClose={() => setStock(null)} />}
    </div>
  );
}

/** "Showing 25 of 27 products (filtered from 47 total)": of the matching ones, and of all if some don't match. */
function shownWords({ rows, total, unfiltered }: ProductList): string {
  const words = `Showing ${formatCount(rows.length)} of ${formatCount(total)} products`;
  return total < unfiltered ? `${words} (filtered from ${formatCount(unfiltered)} total)` : words;
}
