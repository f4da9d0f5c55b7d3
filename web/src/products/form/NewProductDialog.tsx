import type { Product } from "@rounds/domain/products/product.ts";
import { FormDialog } from "../../form/FormDialog.tsx";
import { formValues } from "../../form/form-values.ts";
import { addProduct } from "../queries.ts";
import { ProductFields, productForm } from "./ProductForm.tsx";

type Props = { onAdded: (product: Product) => void; onClose: () => void };

/** Adds a product from within another form. */
export function NewProductDialog({ onAdded, onClose }: Props) {
  return (
    <FormDialog
      title="Add Product"
      description="Your visit stays as it is. The product is chosen for it once added."
      schema={productForm}
      defaultValues={formValues(productForm)}
      onSave={(values, id) => addProduct({ ...values, id })}
      onSaved={onAdded}
      onClose={onClose}
      errorText="Error adding product. Please try again."
      submitLabel="Add Product"
      busyLabel="Adding..."
    >
      {(form) => <ProductFields form={form} />}
    </FormDialog>
  );
}
