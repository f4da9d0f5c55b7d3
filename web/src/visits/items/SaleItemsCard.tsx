import { formatRupees } from "@rounds/domain/money/money.ts";
import { maxItems, salesTotal } from "@rounds/domain/visits/visit.ts";
import { type UseQueryResult, useQueries } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { type Ref, useEffect, useRef, useState } from "react";
import { useFieldArray, useWatch } from "react-hook-form";
import { useRefusals } from "../../api/permissions.ts";
import { productQueries } from "../../products/queries.ts";
import { useRowFocus } from "../../table/rows/useRowFocus.ts";
import { Button } from "../../ui/control/Button.tsx";
import { refused } from "../../ui/control/refused.ts";
import { Card } from "../../ui/figure/Card.tsx";
import { toast } from "../../ui/message/toast.ts";
import { countedItems, type FormItem, tooManyItems, type VisitFormApi } from "../form/visit-form.ts";
import { ItemRow } from "./ItemRow.tsx";
import { type Line, productsToCheck, unitsLeft, unitsLeftByLine } from "./line-stock.ts";
import { NewItemFields, type NewItemHandle } from "./NewItemFields.tsx";
import { RepeatLastItems } from "./RepeatLastItems.tsx";

type Props = {
  form: VisitFormApi;
  isNew: boolean;
  /** The stored lines of the visit: the form may use their units again. Null if the visit does not move stock. */
  stored: readonly Line[] | null;
  newItem: Ref<NewItemHandle>;
  /** Adds a product, and then chooses it. */
  onAddProduct: () => void;
};

/** The products sold in a visit: a line to add one, the added items, and their running total. */
export function SaleItemsCard({ form, isNew, stored, newItem, onAddProduct }: Props) {
  const { control } = form;
  const { fields, append, remove } = useFieldArray({ control, name: "items", keyName: "key" });
  const [items, chosen] = useWatch({ control, name: ["items", "new_item.product_id"] });

  const refusal = useRefusals().of("change_products");
  const list = useRef<HTMLUListElement>(null);
  useRowFocus(list, () => form.setFocus("new_item.product_id"));
  const [showsList, setShowsList] = useState(false);
  useEffect(() => {
    if (!showsList || !list.current) return;
    setShowsList(false);
    list.current.focus({ preventScroll: true });
    list.current.scrollIntoView({ block: "center" });
  }, [showsList]);

  const products = new Set(stored && productsToCheck(items, stored));
  if (stored && chosen !== "") products.add(chosen);
  const availability = useAvailability([...products].sort());
  const available = availability.get(chosen);
  const left =
    stored && available !== undefined ? unitsLeft(chosen, { available, stored, others: items }) : undefined;
  const leftByLine = unitsLeftByLine(items, stored ?? [], availability);

  const add = (added: readonly FormItem[]) => {
    if (items.length + added.length > maxItems) {
      return false;
    }
    append([...added], { shouldFocus: false });
    return true;
  };
  const listError = form.formState.errors.items?.root?.message ?? form.formState.errors.items?.message;

  return (
    <Card
      flush
      title="Sales Items"
      actions={
        <>
          <RepeatLastItems
            form={form}
            isNew={isNew}
            count={items.length}
            onAdd={(repeated) => {
              const added = add(repeated);
              if (!added) toast.error(tooManyItems);
              return added;
            }}
            onRepeated={() => setShowsList(true)}
          />
          <Button size="small" variant="quiet" icon={Plus} onClick={onAddProduct} {...refused(refusal)}>
            New product
          </Button>
        </>
      }
    >
      <div className="px-4 pt-1 pb-4 sm:px-5 sm:pb-5">
        <NewItemFields
          onAddProduct={onAddProduct}
          noProducts={refusal}
          form={form}
          left={left}
          onAdd={(item) => add([item])}
          ref={newItem}
        />
      </div>
      {fields.length === 0 ? (
        <p className="border-t border-line px-4 py-8 text-center text-muted">No sales items added yet</p>
      ) : (
        <>
          <div
            aria-hidden="true"
            className="hidden grid-cols-[minmax(0,1fr)_7rem_9rem_8rem_auto] gap-x-3 border-t border-line px-5 py-2 text-small font-medium text-muted sm:grid"
          >
            <span>Product</span>
            <span className="text-right">Quantity</span>
            <span className="text-right">Unit Price</span>
            <span className="text-right">Total</span>
            <span className="w-8 touch:w-11" />
          </div>
          <ul ref={list} tabIndex={-1} aria-label="Added items">
            {fields.map((field, index) => (
              <ItemRow
                key={field.key}
                form={form}
                index={index}
                item={items[index] ?? field}
                left={leftByLine[index]}
                onRemove={() => remove(index)}
              />
            ))}
          </ul>
        </>
      )}
      {listError && <p className="border-t border-line px-4 py-3 text-danger sm:px-5">{listError}</p>}
      <p className="flex items-baseline justify-between gap-4 rounded-b-card border-t border-line bg-sunken px-4 py-3 sm:px-5">
        <span className="font-medium">Total Sales</span>
        <output className="text-lg font-semibold">{formatRupees(salesTotal(countedItems(items)))}</output>
      </p>
    </Card>
  );
}

/**
 * Units of each product that can be sold today. A product whose check failed, or is still under way, is left out: then
 * the form shows no limit.
 */
function useAvailability(products: readonly string[]): ReadonlyMap<string, number> {
  return useQueries({
    queries: products.map((id) => productQueries.availability(id)),
    combine: (results: UseQueryResult<{ available: number }>[]) =>
      new Map(
        results.flatMap(({ data, isError }, index): [string, number][] => {
          const product = products[index];
          return product !== undefined && data && !isError ? [[product, data.available]] : [];
        }),
      ),
  });
}
