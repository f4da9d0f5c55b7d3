import { useEffect } from "react";
import { useRefusals } from "../../api/permissions.ts";
import { FormPage } from "../../form/FormPage.tsx";
import { formValues } from "../../form/form-values.ts";
import { useEntryForm } from "../../form/useEntryForm.ts";
import { paths } from "../../paths.ts";
import { toast } from "../../ui/message/toast.ts";
import { useLeave } from "../../ui/navigation/useLeave.ts";
import { addProduct } from "../queries.ts";
import { ProductForm, productForm } from "./ProductForm.tsx";

const failed = "Error adding product. Please try again.";

/** The screen /products/add. */
export function AddProductPage() {
  const leave = useLeave();
  const refusal = useRefusals().of("change_products");
  const entry = useEntryForm({
    schema: productForm,
    defaultValues: formValues(productForm),
    draftKey: "products/add",
  });
  const { setFocus } = entry.form;
  useEffect(() => setFocus("name"), [setFocus]);
  return (
    <FormPage
      title="Add Product"
      back={paths.products()}
      backLabel="Back to products"
      entry={entry}
      refusal={refusal}
      onSave={(values) => addProduct({ ...values, id: entry.id })}
      onSaved={() => {
        toast.success("Product added successfully!");
        leave(paths.products());
      }}
      errorText={failed}
      invalidText={failed}
      savedTarget={paths.product(entry.id)}
      submitLabel="Add Product"
      busyLabel="Adding..."
    >
      <ProductForm form={entry.form} />
    </FormPage>
  );
}
