import { formatCount } from "@rounds/domain/money/count.ts";
import { formatRupees, priceOrZero } from "@rounds/domain/money/money.ts";
import { plainPrice } from "@rounds/domain/money/typed-amount.ts";
import type { Product } from "@rounds/domain/products/product.ts";
import {
  isUnlikelyLow,
  isUnlikelyPrice,
  lowWords,
  timesUsual,
} from "@rounds/domain/products/unlikely-price.ts";
import { rowSaved } from "../../api/live/stored-rows.ts";
import { useRefusals } from "../../api/permissions.ts";
import { mergeBy } from "../../form/conflict/merge-values.ts";
import { EditPage } from "../../form/EditPage.tsx";
import { FormPage } from "../../form/FormPage.tsx";
import { FormSkeleton } from "../../form/FormSkeleton.tsx";
import { formValues } from "../../form/form-values.ts";
import { useEditForm } from "../../form/useEditForm.ts";
import { undoOffer } from "../../history/undo-offer.ts";
import { paths } from "../../paths.ts";
import { Card } from "../../ui/figure/Card.tsx";
import { Skeleton } from "../../ui/message/Skeleton.tsx";
import { toast } from "../../ui/message/toast.ts";
import { useLeave } from "../../ui/navigation/useLeave.ts";
import { useRowId } from "../../ui/navigation/useRowId.ts";
import { productQueries, saveProduct } from "../queries.ts";
import { ProductForm, type ProductValues, productForm } from "./ProductForm.tsx";
import { productLabels } from "./product-fields.ts";

const failed = "Error updating product. Please try again.";

/** The screen /products/{id}/edit. */
export function EditProductPage() {
  const id = useRowId();
  return (
    <EditPage
      noun="Product"
      query={productQueries.row(id)}
      errorText="Error loading product details"
      back={paths.products()}
      skeleton={() => (
        <FormSkeleton title="Edit Product" back={paths.products()} backLabel="Back to products">
          <Card>
            <Skeleton lines={6} />
          </Card>
        </FormSkeleton>
      )}
    >
      {(product, deleted) => <EditProduct product={product} deleted={deleted} />}
    </EditPage>
  );
}

function EditProduct({ product, deleted }: { product: Product; deleted: boolean }) {
  const leave = useLeave();
  const refusal = useRefusals().of("change_products");
  const { entry, meanwhile } = useEditForm({
    schema: productForm,
    row: product,
    deleted,
    noun: "products",
    valuesOf: (version: Product) => formValues(productForm, version),
    merge: mergeBy(productForm),
    describe,
    onSeen: (theirs) => rowSaved("products", theirs),
  });
  return (
    <FormPage
      title="Edit Product"
      back={paths.products()}
      backLabel="Back to products"
      entry={entry}
      refusal={refusal}
      doubts={({ price }) =>
        isUnlikelyPrice(price, product.price)
          ? [
              `The price was ${formatRupees(product.price)}. The new one is ${formatRupees(price)}, ${formatCount(timesUsual(price, product.price))} times that.`,
            ]
          : isUnlikelyLow(price, product.price)
            ? [
                `The price was ${formatRupees(product.price)}. The new one is ${formatRupees(price)}, ${lowWords} that.`,
              ]
            : []
      }
      onSave={(values) => saveProduct(product.id, { ...values, version: entry.version })}
      onSaved={(saved) => {
        toast.success(
          "Product updated successfully!",
          undoOffer(saved, { noun: "products", id: product.id, op: "update" }),
        );
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
  // A product has no lines: the path of a conflict is a field.
  const field = path as keyof ProductValues;
  const value =
    field === "price" ? formatRupees(priceOrZero(plainPrice(values.price))) : (values[field]?.trim() ?? "");
  return { label: productLabels[field], value };
}
