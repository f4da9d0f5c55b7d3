import { priceOrZero, priceProblem } from "@rounds/domain/money/money.ts";
import { plainPrice } from "@rounds/domain/money/typed-amount.ts";
import { type ProductInput, productCategories, productInput } from "@rounds/domain/products/product.ts";
import { type UseFormReturn, useWatch } from "react-hook-form";
import { z } from "zod";
import { NumberField } from "../../form/field/NumberField.tsx";
import { SelectField } from "../../form/field/SelectField.tsx";
import { TextArea } from "../../form/field/TextArea.tsx";
import { TextField } from "../../form/field/TextField.tsx";
import { Card } from "../../ui/figure/Card.tsx";
import { priceHint, productLabels } from "./product-fields.ts";

/** A product in the form: its price is the typed text ("₹1,25,000/-" too), and 0 if that is empty or has no digit. */
export const productForm = productInput.extend({
  price: z
    .string()
    .transform(plainPrice)
    .check(({ value, issues }) => {
      const message = priceProblem(value);
      if (message) issues.push({ code: "custom", message, input: value });
    })
    .transform(priceOrZero),
});

export type ProductValues = z.input<typeof productForm>;

const categories = productCategories.map((category) => ({ value: category, label: category }));

type Props = { form: UseFormReturn<ProductValues, unknown, ProductInput> };

/** The fields of a product, for adding and editing. */
export function ProductForm(props: Props) {
  return (
    <Card>
      <ProductFields {...props} />
    </Card>
  );
}

/** The same without a card, for a dialog. */
export function ProductFields({ form }: Props) {
  const { register, control, formState } = form;
  const { errors } = formState;
  const price = useWatch({ control, name: "price" });
  return (
    <div className="flex flex-col gap-4">
      <TextField label={productLabels.name} required {...register("name")} error={errors.name?.message} />
      <SelectField
        label={productLabels.category}
        options={categories}
        placeholder="Select a category"
        {...register("category")}
        error={errors.category?.message}
      />
      <NumberField
        label={productLabels.price}
        prefix="₹"
        min={0}
        step={0.01}
        placeholder="0.00"
        hint={<span aria-live="polite">{errors.price ? null : priceHint(price)}</span>}
        {...register("price")}
        error={errors.price?.message}
      />
      <TextArea
        label={productLabels.description}
        rows={4}
        limit={2000}
        {...register("description")}
        error={errors.description?.message}
      />
    </div>
  );
}
