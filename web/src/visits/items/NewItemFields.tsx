import { formatRupees } from "@rounds/domain/money/money.ts";
import { plainPrice } from "@rounds/domain/money/typed-amount.ts";
import { plainQuantity } from "@rounds/domain/money/typed-count.ts";
import type { ProductChoice } from "@rounds/domain/products/product-list.ts";
import { salesTotal } from "@rounds/domain/visits/visit.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Plus, RotateCw, TriangleAlert } from "lucide-react";
import { type KeyboardEvent, type Ref, useEffect, useImperativeHandle, useState } from "react";
import { useController, useWatch } from "react-hook-form";
import { newId } from "../../api/new-id.ts";
import { useStockText } from "../../api/phone/useStockText.ts";
import { NumberField } from "../../form/field/NumberField.tsx";
import { SelectField } from "../../form/field/SelectField.tsx";
import { productQueries } from "../../products/queries.ts";
import { isComposing } from "../../ui/browser/is-composing.ts";
import { Button } from "../../ui/control/Button.tsx";
import { toast } from "../../ui/message/toast.ts";
import { useRefusalToast } from "../../ui/message/useFailureToast.ts";
import { BeginHint } from "../form/BeginHint.tsx";
import {
  blankItem,
  checkNewItem,
  countedItems,
  type FormItem,
  fillInItem,
  insufficientStock,
  isBlank,
  itemNotSaved,
  leadTo,
  tooManyItems,
  unitsIn,
  type VisitFormApi,
} from "../form/visit-form.ts";
import { useUsualPrice } from "./useUsualPrice.ts";

type Props = {
  form: VisitFormApi;
  /** The most units for the item; `undefined` while unknown: then there is no limit. */
  left: number | undefined;
  /** Adds the item; false if there are too many. */
  onAdd: (item: FormItem) => boolean;
  /** For saving the visit with the content of these fields. */
  ref?: Ref<NewItemHandle>;
  /** Adds a product, if there is none yet. */
  onAddProduct: () => void;
  /** Why the person may not add one. */
  noProducts: string | undefined;
};

export type NewItemHandle = {
  /**
   * Adds the entered item, as "Add Item" does. Returns what is wrong with it, in one sentence, if it can't be added;
   * null if it was added, or if nothing is entered.
   */
  addFilled: () => string | null;
  /** Chooses a product that may not be in the list yet. */
  choose: (product: ProductChoice) => void;
};

const productsFailure = "Error loading products";

/** The fields of an item before it is added to the visit. Enter in them adds the item. */
export function NewItemFields({ form, left, onAdd, onAddProduct, noProducts, ref }: Props) {
  const client = useQueryClient();
  const stockText = useStockText();
  const products = useQuery(productQueries.choices());
  useRefusalToast(products.error, productsFailure);
  const item = useWatch({ control: form.control, name: "new_item" });
  // Controlled by its value, not by the page: after a reload the products arrive later than the choice.
  const { field: productField } = useController({ control: form.control, name: "new_item.product_id" });
  const { field: addField } = useController({ control: form.control, name: "new_item.add" });
  const [tried, setTried] = useState(false);

  const product = products.data?.find((choice) => choice.id === item.product_id);
  const { usualPrice, lastPrice } = useUsualPrice(form, product);
  // A product that was deleted in the meantime counts as not chosen.
  const product_name = products.data ? product?.name : item.product_name;
  const wrong = checkNewItem(product_name ? item : { ...item, product_id: "" }, left);
  const problem = tried ? wrong : null;
  const quantity = unitsIn(plainQuantity(item.quantity));
  const limited = item.product_id !== "" && left !== undefined;
  const exceeded = limited && quantity > left;

  const readAvailability = (product_id: string) =>
    void client.invalidateQueries({ queryKey: productQueries.availability(product_id).queryKey });

  const empty = () => {
    form.setValue("new_item", blankItem, { shouldDirty: true });
    form.clearErrors("new_item");
    setTried(false);
  };
  const clear = () => {
    empty();
    form.setFocus("new_item.product_id");
  };

  const choose = ({ id, name, price }: Pick<ProductChoice, "id" | "name" | "price">) => {
    productField.onChange(id);
    form.setValue("new_item.product_name", name);
    form.setValue("new_item.unit_price", usualPrice(id, price), { shouldDirty: true });
    // Even if another line of this product had it loaded before: its stock may have changed since.
    readAvailability(id);
  };
  const chooseById = (product_id: string) => {
    const chosen = products.data?.find((choice) => choice.id === product_id);
    if (!chosen) return clear();
    choose(chosen);
    // On a touch screen the next tap is the quantity; on a desk the arrow keys may still be choosing.
    if (window.matchMedia("(hover: none)").matches) leadTo(form, "new_item.quantity");
  };

  /** Adds the item, or shows at its fields why it can't and returns that in one sentence. */
  const tryAdd = (): string | null => {
    if (wrong || !product_name) {
      setTried(true);
      // The reason for the refusal may be gone by now.
      if (exceeded) readAvailability(item.product_id);
      return wrong?.text ?? fillInItem;
    }
    const { product_id } = item;
    const unit_price = plainPrice(item.unit_price);
    return onAdd({ id: newId(), product_id, product_name, quantity, unit_price }) ? null : tooManyItems;
  };

  const add = () => {
    const problem = tryAdd();
    if (problem === null) return clear();
    toast.error(problem);
    if (wrong) form.setFocus(`new_item.${wrong.first}`);
  };

  useImperativeHandle(ref, () => ({
    addFilled() {
      if (isBlank(item)) return null;
      const problem = tryAdd();
      if (problem === null) empty();
      return problem;
    },
    choose(added) {
      client.setQueryData(productQueries.choices().queryKey, (known = []) =>
        known.some(({ id }) => id === added.id) ? known : [...known, added],
      );
      choose(added);
    },
  }));

  // The form focuses the first field with an error: for an item that can't be added, the field that says why.
  const first = wrong?.first ?? "product_id";
  useEffect(
    () => addField.ref({ focus: () => form.setFocus(`new_item.${first}`) }),
    [addField.ref, form, first],
  );

  const addOnEnter = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return;
    const typing = event.target instanceof HTMLInputElement;
    if (!typing || event.key !== "Enter" || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    add();
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it listens to keys of the fields inside
    <div onKeyDown={addOnEnter}>
      <div className="grid grid-cols-2 gap-x-3 gap-y-4 sm:grid-cols-[minmax(0,1fr)_8rem_9rem_auto]">
        <div className="col-span-2 sm:col-span-1">
          <SelectField
            label="Product"
            placeholder={products.isPending ? "Loading products..." : "Select a product"}
            options={(products.data ?? []).map((product) => ({
              value: product.id,
              label: `${product.name} - ${formatRupees(product.price)} (Stock: ${stockText(product.id, product.current_stock)})`,
            }))}
            {...productField}
            onChange={(event) => chooseById(event.target.value)}
            error={problem?.fields.product_id}
            hint={
              products.data?.length === 0 ? (
                <BeginHint
                  text="No products added yet."
                  label="Add your first product"
                  onBegin={onAddProduct}
                  refusal={noProducts}
                />
              ) : (
                products.error && (
                  <span className="flex items-center gap-2 text-danger">
                    {productsFailure}
                    <Button
                      size="small"
                      variant="quiet"
                      icon={RotateCw}
                      busy={products.isFetching}
                      busyLabel="Retrying..."
                      onClick={() => void products.refetch()}
                    >
                      Retry
                    </Button>
                  </span>
                )
              )
            }
          />
        </div>
        <NumberField
          label="Quantity"
          whole
          min={1}
          max={left}
          {...form.register("new_item.quantity")}
          error={problem?.fields.quantity}
          hint={
            limited &&
            problem?.text !== insufficientStock(left) &&
            `Available: ${stockText(item.product_id, left)}`
          }
        />
        <NumberField
          label="Unit Price"
          prefix="₹"
          min={0}
          step={0.01}
          {...form.register("new_item.unit_price")}
          error={problem?.fields.unit_price}
          hint={
            product &&
            item.unit_price !== product.price &&
            item.unit_price === lastPrice && <>Last price here. List price: {formatRupees(product.price)}</>
          }
        />
        <div className="col-span-2 sm:col-span-1 sm:pt-6.25">
          <Button icon={Plus} wide onClick={add}>
            Add Item
          </Button>
        </div>
      </div>
      <div aria-live="polite">
        {exceeded && !problem?.fields.quantity && (
          <p className="mt-2 flex items-center gap-1.5 text-small text-warn">
            <TriangleAlert size={15} aria-hidden="true" className="shrink-0" />
            Quantity exceeds available stock
          </p>
        )}
        {problem && !isBlank(item) && (
          <p className="mt-2 flex flex-wrap items-center gap-x-2 text-small text-danger">
            {itemNotSaved}
            <Button size="small" variant="quiet" onClick={clear}>
              Clear
            </Button>
          </p>
        )}
      </div>
      {!wrong && (
        <p className="mt-2 text-small text-muted">
          Saved with the visit, also without Add Item:{" "}
          {formatRupees(salesTotal(countedItems([{ ...item, quantity }])))}
        </p>
      )}
    </div>
  );
}
