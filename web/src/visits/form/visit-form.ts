import type { Day } from "@rounds/domain/calendar/calendar.ts";
import { errorMessage } from "@rounds/domain/errors/errors.ts";
import { plainPrice } from "@rounds/domain/money/typed-amount.ts";
import { plainQuantity } from "@rounds/domain/money/typed-count.ts";
import { itemOf } from "@rounds/domain/visits/item-of.ts";
import { maxItems, saleInput, type Visit, type VisitInput, visitInput } from "@rounds/domain/visits/visit.ts";
import type { UseFormReturn } from "react-hook-form";
import { z } from "zod";
import type { ChosenDoctor } from "../../doctors/DoctorPicker.tsx";

/** The amounts of a line as people type them: "10 strips" and "₹12.50 per strip" are read as what they say, "12,50" is asked about. */
const amounts = {
  quantity: z.custom<TypedQuantity>().transform(quantityOf).pipe(saleInput.shape.quantity),
  unit_price: z.string().transform(plainPrice).pipe(saleInput.shape.unit_price),
};
const amountFields = z.object(amounts);

/** A line of a visit as it is typed. */
export const typedSale = saleInput.extend(amounts);

/** A quantity in a form: the number, or the text while it is none. */
export type TypedQuantity = number | string;

/** How a field for a quantity is registered. */
export const asQuantity = { setValueAs: quantityOf } as const;

/** The units of such a quantity; NaN while it is a text. */
export function unitsIn(quantity: TypedQuantity): number {
  return typeof quantity === "number" ? quantity : Number.NaN;
}

/** The number that a quantity says; of a text that says none, the text, for the field to keep and its rule to refuse. */
function quantityOf(typed: TypedQuantity): TypedQuantity {
  return typeof typed === "string" ? plainQuantity(typed) : typed;
}

/** The message for an item that can't be added yet. */
export const fillInItem = "Please fill in all sale details";

/** The message if the visit is saved while an entered item can't be added. */
export const itemNotSaved = "This item can't be saved yet: correct it, or clear it";

export const tooManyItems = `A visit has at most ${maxItems} items`;

/** The item being entered, as typed; it is added at the latest when the visit is saved. */
type NewItem = {
  product_id: string;
  /** The chosen product's name, so that a restored item can be added before the products are here. */
  product_name?: string | undefined;
  quantity: string;
  unit_price: string;
  /** Never set: the name of the field for errors that prevent the item from being added. */
  add: null;
};

const newItem: z.ZodType<NewItem, NewItem> = z
  .object({
    product_id: z.string(),
    product_name: z.string().optional(),
    quantity: z.string(),
    unit_price: z.string(),
    add: z.null(),
  })
  .refine((item) => isBlank(item), { message: itemNotSaved, path: ["add"] });

/**
 * All values of the visit form, and so of its draft: those that the route accepts, under the same names, and those
 * needed to show them.
 */
export const visitForm = visitInput.extend({
  items: z.array(typedSale.extend({ product_name: z.string() })).max(maxItems, tooManyItems),
  doctor: z.custom<ChosenDoctor | null>(),
  new_item: newItem,
  /** The visit whose items "Repeat last items" took over; empty if none. */
  repeated: z.string(),
  /** The scheduled visit that is completed instead of adding one; empty or left out if none is. */
  completes: z.string().optional(),
  /** The key and the content of a completion that was sent: the same again, also after a reload, is the same operation. */
  attempt: z.object({ key: z.string(), content: z.string() }).optional(),
  /** The items that the person wants a cancelled visit to keep. */
  kept: z.array(z.string()).optional(),
  /** Whether an attempt to save went out without a conclusive answer. */
  sent: z.boolean(),
});

export type VisitFormInput = z.input<typeof visitForm>;
export type VisitFormValues = z.output<typeof visitForm>;
export type FormItem = VisitFormInput["items"][number];
export type VisitFormApi = UseFormReturn<VisitFormInput, unknown, VisitFormValues>;

export const blankItem: NewItem = { product_id: "", quantity: "", unit_price: "", add: null };

/** Whether the new item is empty. */
export function isBlank({ product_id, quantity, unit_price }: NewItem): boolean {
  return product_id === "" && quantity === "" && unit_price === "";
}

/** An empty form for a visit on that day, to that doctor if one is known. */
export function newVisitForm(visit_date: Day, doctor: ChosenDoctor | null): VisitFormInput {
  return {
    doctor_id: doctor?.id ?? "",
    doctor,
    visit_date,
    status: "completed",
    notes: "",
    items: [],
    new_item: blankItem,
    repeated: "",
    sent: false,
  };
}

/** The form of a stored visit. */
export function storedVisitForm(visit: Visit): VisitFormInput {
  return {
    ...newVisitForm(visit.visit_date, visit.doctor),
    status: visit.status,
    notes: visit.notes ?? "",
    items: visit.sales.map((sale) => ({
      id: sale.id,
      product_id: sale.product_id,
      product_name: sale.product.name,
      quantity: sale.quantity,
      unit_price: sale.unit_price,
    })),
  };
}

/** The request for the form's values. */
export function visitInputOf({ doctor_id, visit_date, status, notes, items }: VisitFormValues): VisitInput {
  return {
    doctor_id,
    visit_date,
    status,
    notes,
    items: items.map(itemOf),
  };
}

type ItemField = "product_id" | "quantity" | "unit_price";

/** The errors of a new item: one sentence for the toast, messages per field, and the field to focus. */
type ItemProblem = { text: string; fields: Partial<Record<ItemField, string>>; first: ItemField };

/**
 * Checks an item before it is added; `null` if it can be. `left` is the most units that it may take; `undefined` means
 * no limit.
 */
export function checkNewItem(item: NewItem, left: number | undefined): ItemProblem | null {
  const quantity = plainQuantity(item.quantity);
  const missing: [ItemField, string][] = [];
  if (item.product_id === "") missing.push(["product_id", "Please choose a product"]);
  // Any other text is no amount: the rules of quantity and price say so.
  if (Number(quantity) <= 0) missing.push(["quantity", "Please enter at least 1"]);
  if (Number(plainPrice(item.unit_price)) <= 0)
    missing.push(["unit_price", "The unit price must be more than 0"]);
  const [first] = missing;
  if (first) return { text: fillInItem, fields: Object.fromEntries(missing), first: first[0] };

  const line = amountFields.safeParse({ quantity, unit_price: item.unit_price });
  if (!line.success) {
    const { path, message } = line.error.issues[0] ?? { path: [], message: fillInItem };
    const field = path[0] === "unit_price" ? "unit_price" : "quantity";
    return { text: message, fields: { [field]: message }, first: field };
  }
  if (left !== undefined && line.data.quantity > left) {
    const text = insufficientStock(left);
    return { text, fields: { quantity: text }, first: "quantity" };
  }
  return null;
}

/** The message for more units than there are in stock. */
export function insufficientStock(left: number): string {
  return errorMessage("insufficient_stock", left);
}

/** The items that currently have a valid amount: a line that is being edited may not. */
export function countedItems(
  items: readonly Pick<FormItem, "quantity" | "unit_price">[],
): { quantity: number; unit_price: string }[] {
  return items.flatMap(({ quantity, unit_price }) => {
    const line = amountFields.safeParse({ quantity, unit_price });
    return line.success ? [line.data] : [];
  });
}

/** Focuses a field, in the middle of the window: at the bottom a phone has the bar of buttons. */
export function leadTo(form: VisitFormApi, field: "new_item.product_id" | "new_item.quantity"): void {
  form.setFocus(field);
  // The form library focuses after a timer of its own.
  setTimeout(() => document.activeElement?.scrollIntoView({ block: "center" }));
}
