import type { Product } from "@rounds/domain/products/product.ts";
import type { ProductView } from "@rounds/domain/products/product-list.ts";
import { useQuery } from "@tanstack/react-query";
import { PackageX, Pencil } from "lucide-react";
import { useState } from "react";
import { isMissing } from "../../api/api-error.ts";
import { useRefusals } from "../../api/permissions.ts";
import { isNotHere } from "../../api/phone/not-here.ts";
import { DeletedRecord, HistoryCard } from "../../history/LaterHistory.ts";
import { paths } from "../../paths.ts";
import { PrintButton } from "../../table/PrintButton.tsx";
import { ButtonLink } from "../../ui/control/ButtonLink.tsx";
import { DeleteButton } from "../../ui/dialog/DeleteButton.tsx";
import { Card } from "../../ui/figure/Card.tsx";
import { DetailField } from "../../ui/figure/DetailField.tsx";
import { DetailList } from "../../ui/figure/DetailList.tsx";
import { MissingCard } from "../../ui/message/MissingCard.tsx";
import { NotHereCard } from "../../ui/message/NotHereCard.tsx";
import { Skeleton } from "../../ui/message/Skeleton.tsx";
import { BackHeader } from "../../ui/navigation/BackHeader.tsx";
import { useLeave } from "../../ui/navigation/useLeave.ts";
import { useReturnOnFailure } from "../../ui/navigation/useReturnOnFailure.ts";
import { useRowId } from "../../ui/navigation/useRowId.ts";
import { productFieldList, shownValue } from "../form/product-fields.ts";
import { productQueries } from "../queries.ts";
import { LazyStockModal } from "../stock/LazyStockModal.ts";
import { LedgerCard } from "../stock/LedgerCard.tsx";
import { StockButtons } from "../stock/StockButtons.tsx";
import { StockLevel } from "../stock/StockLevel.tsx";
import type { StockMode } from "../stock/StockModal.tsx";
import { DeleteProductDialog, undeletable } from "./DeleteProductDialog.tsx";

/** The screen /products/{id}. */
export function ProductPage() {
  const id = useRowId();
  const { data, error, refetch, isFetching } = useQuery(productQueries.row(id));
  useReturnOnFailure(data ? null : error, "Error fetching product details", paths.products());
  // Deleted by a colleague while it is shown.
  const deleted = data !== undefined && isMissing(error);
  const refusal = useRefusals().of("change_products");
  return (
    <div className="flex flex-col gap-5">
      <BackHeader
        title={deleted ? "Product not found" : (data?.name ?? "Product")}
        back={paths.products()}
        backLabel="Back to products"
        tools={data && !deleted && <PrintButton />}
      />
      {deleted ? (
        <>
          <MissingCard
            icon={PackageX}
            title="Product not found"
            hint="It may have been deleted."
            target={paths.products()}
          >
            Back to Products
          </MissingCard>
          <DeletedRecord noun="products" id={id} />
        </>
      ) : data ? (
        <>
          <div className="grid gap-5 lg:grid-cols-[2fr_1fr]">
            <ProductInformation product={data} />
            <StockCard product={data} />
          </div>
          <LedgerCard product_id={data.id} />
          <HistoryCard
            noun="products"
            id={data.id}
            current={data}
            unrestorable={() => refusal}
            restore={async (former) =>
              (await import("./restore-value.ts")).restoreProductValue(data.id, former)
            }
          />
        </>
      ) : isNotHere(error) ? (
        <NotHereCard noun="product" onRetry={() => void refetch()} retrying={isFetching} />
      ) : (
        <Card>
          <Skeleton lines={6} />
        </Card>
      )}
    </div>
  );
}

function ProductInformation({ product }: { product: ProductView }) {
  const leave = useLeave();
  const [deleting, setDeleting] = useState(false);
  const refusal = useRefusals().of("change_products");
  return (
    <Card
      title="Product Information"
      actions={
        <>
          <ButtonLink icon={Pencil} target={paths.editProduct(product.id)} refusal={refusal}>
            Edit
          </ButtonLink>
          <DeleteButton
            onClick={() => setDeleting(true)}
            undeletable={refusal ?? undeletable(product)}
            onExplain={refusal ? undefined : () => setDeleting(true)}
          />
        </>
      }
    >
      <DetailList>
        {productFieldList.map(([field, label]) => (
          <DetailField key={field} label={label} value={shownValue(field, product)} />
        ))}
      </DetailList>
      {deleting && (
        <DeleteProductDialog
          product={product}
          failedText="Error deleting product"
          onDeleted={() => leave(paths.products())}
          onClose={() => setDeleting(false)}
        />
      )}
    </Card>
  );
}

function StockCard({ product }: { product: Product }) {
  const [mode, setMode] = useState<StockMode | null>(null);
  return (
    <Card title="Stock">
      <dl>
        <DetailField label="Current Stock" value={<StockLevel product={product} large />} />
      </dl>
      <div className="mt-4 print:hidden">
        <StockButtons product={product} onOpen={setMode} />
      </div>
      {mode && <LazyStockModal product={product} mode={mode} onClose={() => setMode(null)} />}
    </Card>
  );
}
