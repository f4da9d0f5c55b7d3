import { formatRupees } from "@rounds/domain/money/money.ts";
import { salesTotal } from "@rounds/domain/visits/visit.ts";
import { Trash2, TriangleAlert } from "lucide-react";
import { NumberField } from "../../form/field/NumberField.tsx";
import { IconButton } from "../../ui/control/IconButton.tsx";
import {
  asQuantity,
  countedItems,
  type FormItem,
  insufficientStock,
  unitsIn,
  type VisitFormApi,
} from "../form/visit-form.ts";

type Props = {
  form: VisitFormApi;
  index: number;
  item: FormItem;
  /** The most units for this line; `undefined` if unknown. */
  left: number | undefined;
  onRemove: () => void;
};

/** One item of the visit. Its quantity and price are edited in place; its total follows. */
export function ItemRow({ form, index, item, left, onRemove }: Props) {
  const errors = form.formState.errors.items?.[index];
  const counted = countedItems([item]);
  const exceeded = left !== undefined && unitsIn(item.quantity) > left;
  return (
    <li
      data-row
      className="grid grid-cols-2 items-start gap-x-3 gap-y-2 border-t border-line px-4 py-3 sm:grid-cols-[minmax(0,1fr)_7rem_9rem_8rem_auto] sm:px-5 sm:py-2"
    >
      <div className="col-span-2 flex items-start justify-between gap-3 sm:contents">
        <div className="min-w-0 self-center sm:self-start sm:py-1.5">
          <p className="font-medium break-words">{item.product_name}</p>
          {errors?.product_id && <p className="text-small text-danger">{errors.product_id.message}</p>}
        </div>
        <span className="-mr-2 sm:order-last sm:mt-0.5 sm:mr-0 touch:mt-0">
          <IconButton
            icon={Trash2}
            label={`Remove ${item.product_name}`}
            title="Remove"
            danger
            onClick={onRemove}
          />
        </span>
      </div>
      <div className="sm:[&_input]:text-right sm:[&_label]:sr-only">
        <NumberField
          label="Quantity"
          aria-label={`Quantity of ${item.product_name}`}
          whole
          min={1}
          max={left}
          {...form.register(`items.${index}.quantity`, asQuantity)}
          error={errors?.quantity?.message}
          hint={
            exceeded &&
            !errors?.quantity && (
              <span className="flex items-start gap-1.5 text-warn">
                <TriangleAlert size={15} aria-hidden="true" className="mt-0.5 shrink-0" />
                {insufficientStock(left)}
              </span>
            )
          }
        />
      </div>
      <div className="sm:[&_input]:text-right sm:[&_label]:sr-only">
        <NumberField
          label="Unit Price"
          aria-label={`Unit Price of ${item.product_name}`}
          prefix="₹"
          min={0}
          step={0.01}
          {...form.register(`items.${index}.unit_price`)}
          error={errors?.unit_price?.message}
        />
      </div>
      <p className="col-span-2 text-right sm:col-span-1 sm:py-1.5">
        <span className="text-muted sm:hidden">Total </span>
        {counted.length === 0 ? <span className="text-muted">–</span> : formatRupees(salesTotal(counted))}
      </p>
    </li>
  );
}
