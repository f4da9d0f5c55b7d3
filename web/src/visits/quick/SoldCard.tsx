import type { GlanceProduct } from "@rounds/domain/glance/glance.ts";
import { maxItems } from "@rounds/domain/visits/visit.ts";
import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useFieldArray, useWatch } from "react-hook-form";
import { newId } from "../../api/new-id.ts";
import { ProductPicker } from "../../products/ProductPicker.tsx";
import { useRowFocus } from "../../table/rows/useRowFocus.ts";
import { Button } from "../../ui/control/Button.tsx";
import { Card } from "../../ui/figure/Card.tsx";
import { toast } from "../../ui/message/toast.ts";
import { tooManyItems, unitsIn, type VisitFormApi } from "../form/visit-form.ts";
import { visitQueries } from "../queries.ts";
import { chipsAtOnce, latestFirst, ProductChips } from "./ProductChips.tsx";
import { QuickLine } from "./QuickLine.tsx";

type Props = {
  form: VisitFormApi;
  doctor_id: string;
  /** What the doctor bought before. */
  bought: readonly GlanceProduct[];
  /** Whether other products were asked for: their last prices for this doctor are then read too. */
  hasOthers: boolean;
  /** The most units for each line; `undefined` where unknown. */
  left: readonly (number | undefined)[];
};

/** What was sold: by chips of what the doctor took before, or any product by its name. */
export function SoldCard({ form, doctor_id, bought, hasOthers, left }: Props) {
  const { control } = form;
  const { fields, append, remove } = useFieldArray({ control, name: "items", keyName: "key" });
  const items = useWatch({ control, name: "items" });
  const [showsAll, setShowsAll] = useState(false);
  const lines = useRef<HTMLUListElement>(null);
  const chips = useRef<HTMLDivElement>(null);
  const picker = useRef<HTMLDivElement>(null);
  useRowFocus(lines, () => picker.current?.querySelector("input")?.focus());
  const offered = latestFirst(bought);
  const showAll = () => {
    flushSync(() => setShowsAll(true));
    // The button goes; the first of what it has shown follows.
    chips.current?.querySelectorAll("button")[chipsAtOnce]?.focus();
  };
  const take = (product_id: string, product_name: string, quantity: number, unit_price: string) => {
    if (items.length >= maxItems) return toast.error(tooManyItems);
    append({ id: newId(), product_id, product_name, quantity, unit_price }, { shouldFocus: false });
  };
  const takeAgain = (product: GlanceProduct) =>
    take(product.product_id, product.name, product.last_quantity, product.last_unit_price);
  const prices = useQuery({ ...visitQueries.lastPrices(doctor_id), enabled: hasOthers }).data;
  const putBack = (product_id: string) =>
    remove(items.flatMap((item, index) => (item.product_id === product_id ? [index] : [])));

  const listError = form.formState.errors.items?.root?.message ?? form.formState.errors.items?.message;
  return (
    <Card
      flush
      title="Products sold"
      actions={
        offered.length > chipsAtOnce &&
        !showsAll && (
          <span className="-my-2.5">
            <Button size="small" variant="quiet" onClick={showAll}>
              Show all {offered.length}
            </Button>
          </span>
        )
      }
    >
      {offered.length > 0 && (
        <div ref={chips} className="px-4 pb-4 sm:px-5">
          <ProductChips
            products={showsAll ? offered : offered.slice(0, chipsAtOnce)}
            taken={new Map(items.map(({ product_id, quantity }) => [product_id, unitsIn(quantity)]))}
            onTake={takeAgain}
            onRemove={putBack}
          />
        </div>
      )}
      {fields.length > 0 && (
        <ul ref={lines} aria-label="Added items">
          {fields.map((field, index) => (
            <QuickLine
              key={field.key}
              form={form}
              index={index}
              item={items[index] ?? field}
              left={left[index]}
              onRemove={() => remove(index)}
            />
          ))}
        </ul>
      )}
      <div
        ref={picker}
        className={`px-4 pb-4 sm:px-5 ${offered.length + fields.length > 0 ? "border-t border-line pt-3" : ""}`}
      >
        <ProductPicker
          label={offered.length > 0 ? "Another product" : "Product"}
          onTake={({ id, name, price }) => {
            const at = items.findIndex(({ product_id }) => product_id === id);
            const last = prices?.find(({ product_id }) => product_id === id);
            if (at === -1) take(id, name, 1, last?.unit_price ?? price);
            const index = at === -1 ? items.length : at;
            setTimeout(() => form.setFocus(`items.${index}.quantity`));
          }}
        />
      </div>
      {listError && <p className="border-t border-line px-4 py-3 text-danger sm:px-5">{listError}</p>}
    </Card>
  );
}
