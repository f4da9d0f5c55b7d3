import { formatRupees } from "@rounds/domain/money/money.ts";
import { maxUnits } from "@rounds/domain/stock/stock.ts";
import { salesTotal } from "@rounds/domain/visits/visit.ts";
import { Minus, Plus, Trash2, TriangleAlert } from "lucide-react";
import { useId } from "react";
import { controlClass } from "../../ui/control/control-class.ts";
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

/** One product sold, for a thumb: minus, quantity and plus, the price, and at once whether the stock is enough. */
export function QuickLine({ form, index, item, left, onRemove }: Props) {
  const id = useId();
  const errors = form.formState.errors.items?.[index];
  const { product_name } = item;
  const quantity = unitsIn(item.quantity);
  const counted = countedItems([item]);
  const exceeded = left !== undefined && quantity > left;
  const error = errors?.quantity?.message ?? errors?.unit_price?.message ?? errors?.product_id?.message;
  const step = (by: number) => {
    const next = (Number.isFinite(quantity) ? quantity : 0) + by;
    form.setValue(`items.${index}.quantity`, Math.min(Math.max(next, 1), maxUnits), { shouldDirty: true });
    form.clearErrors(`items.${index}.quantity`);
  };
  const input = {
    type: "text",
    autoComplete: "off",
    "aria-describedby": error || exceeded ? `${id}-says` : undefined,
  } as const;
  return (
    <li data-row className="border-t border-line px-4 py-3 sm:px-5">
      <div className="flex items-center gap-2">
        <p className="min-w-0 flex-1 font-medium break-words">{product_name}</p>
        <p className="whitespace-nowrap tabular-nums">
          {counted.length === 0 ? <span className="text-muted">–</span> : formatRupees(salesTotal(counted))}
        </p>
        <span className="-mr-2">
          <IconButton
            icon={Trash2}
            label={`Remove ${product_name}`}
            title="Remove"
            danger
            onClick={onRemove}
          />
        </span>
      </div>
      <div className="flex items-center gap-1">
        <span className="-ml-2">
          <IconButton
            icon={Minus}
            label={`One less of ${product_name}`}
            disabled={!(quantity > 1)}
            onClick={() => step(-1)}
          />
        </span>
        <div className="w-16">
          <input
            {...input}
            {...form.register(`items.${index}.quantity`, asQuantity)}
            aria-label={`Quantity of ${product_name}`}
            aria-invalid={errors?.quantity ? true : undefined}
            inputMode="numeric"
            className={`${controlClass(exceeded || Boolean(errors?.quantity))} px-1! text-center`}
            onFocus={(event) => event.currentTarget.select()}
          />
        </div>
        <IconButton icon={Plus} label={`One more of ${product_name}`} onClick={() => step(1)} />
        <span aria-hidden="true" className="pl-1 text-muted">
          × ₹
        </span>
        <div className="w-28 min-w-0">
          <input
            {...input}
            {...form.register(`items.${index}.unit_price`)}
            aria-label={`Unit Price of ${product_name}`}
            aria-invalid={errors?.unit_price ? true : undefined}
            inputMode="decimal"
            className={`${controlClass(Boolean(errors?.unit_price))} px-2!`}
          />
        </div>
      </div>
      <div id={`${id}-says`} aria-live="polite">
        {(error || exceeded) && (
          <p className={`mt-1.5 flex items-start gap-1.5 text-small ${error ? "text-danger" : "text-warn"}`}>
            <TriangleAlert size={15} aria-hidden="true" className="mt-0.5 shrink-0" />
            {error ?? insufficientStock(left ?? 0)}
          </p>
        )}
      </div>
    </li>
  );
}
