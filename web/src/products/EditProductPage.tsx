import { formatCount, formatRupees, priceOrZero } from "@rounds/domain/money/money.ts";
import type { Product } from "@rounds/domain/products/product.ts";
import { isUnlikelyPrice, timesUsual } from "@rounds/domain/products/unlikely-price.ts";
import { useQuery } from "@tanstack/react-query";
import { isMissing } from "../api/api-error.ts";
import { rowSaved } from "../api/stored-rows.ts";
import { FormPage } from "../form/FormPage.tsx";
import { formValues } from "../form/form-values.ts";
import { mergeBy } from "../form/merge-values.ts";
import { useConflict } from "../form/useConflict.tsx";
import { useEntryForm } from "../form/useEntryForm.ts";
import { paths } from "../paths.ts";
import { BackHeader } from "../ui/BackHeader.tsx";
import { Card } from "../ui/Card.tsx";
import { Skeleton } from "../ui/Skeleton.tsx";
import { toast } from "../ui/toast.ts";
import { useReturnOnFailure } from "../ui/useFailureToast.ts";
import { useLeave } from "../ui/useLeave.ts";
import { useRowId } from "../ui/useRowId.ts";
import { ProductForm, type ProductValues, productForm } from "./ProductForm.tsx";
import { productLabels } from "./product-fields.ts";
import { productQueries, saveProduct } from "./queries.ts";

const failed = "Error updating product. Please try again.";

/** The screen /products/{id}/edit. */
export function EditProductPage() {
  const id = useRowId();
  const { data, error, isFetchedAfterMount } = useQuery({
    ...productQueries.row(id),
    refetchOnMount: "always",
  });
  useReturnOnFailure(data ? null : error, "Error loading product details", paths.products());
  // An edit starts with the newest version, not with the one that was loaded some time ago.
  if (data && isFetchedAfterMount) return <EditProduct key={id} product={data} deleted={isMissing(error)} />;
  return (
    <div className="mx-auto flex w-full max-w-2xl flex-col gap-5">
      <BackHeader title="Edit Product" back={paths.products()} backLabel="Back to products" />
      <Card>
        <Skeleton lines={6} />
      </Card>
    </div>
  );
}

function EditProduct({ product, deleted }: { product: Product; deleted: boolean }) {
  const leave = useLeave();
  const entry = useEntryForm({
    schema: productForm,
    defaultValues: formValues(productForm, product),
    draftKey: `products/${product.id}/edit`,
    version: product.version,
  });
  const meanwhile = useConflict({
    entry,
    current: product,
    deleted,
    merge: mergeBy(productForm),
    describe,
    valuesOf: (theirs: Product) => formValues(productForm, theirs),
    onSeen: (theirs) => rowSaved("products", theirs),
  });
  return (
    <FormPage
      title="Edit Product"
      back={paths.products()}
      backLabel="Back to products"
      entry={entry}
      doubts={({ price }) =>
        isUnlikelyPrice(price, product.price)
          ? [
              `The price was ${formatRupees(product.price)}. The new one is ${formatRupees(price)}, ${formatCount(timesUsual(price, product.price))} times that.`,
            ]
          : []
      }
      onSave={(values) => saveProduct(product.id, { ...values, version: entry.version })}
      onSaved={() => {
        toast.success("Product updated successfully!");
        leave(paths.products());
      }}
      meanwhile={meanwhile}
      errorText={failed}
      invalidText={failed}
      submitLabel="Save Changes"
      busyLabel="Saving..."
    >
      <ProductForm form={entry.form} />
    </FormPage>
  );
}

function describe(path: string, values: ProductValues) {
  const field = path as keyof ProductValues;
  const value = field === "price" ? formatRupees(priceOrZero(values.price)) : (values[field]?.trim() ?? "");
  return { label: productLabels[field], value };
}
